import type { ErrorCode } from './schema/types.gen.ts';

/** A field that the API refused: where, why, and a stable code. */
export interface InvalidField {
  path: string;
  message: string;
  code: string;
}

/** The `details` of an error, by code. The details of other codes are `unknown`. */
export interface ErrorDetails {
  invalid_request: InvalidField[];
  invalid_args: InvalidField[];
  extract_failed: InvalidField[];
  awaiting_confirmation: { run_id: string; tool_call_id: string };
  change_decided: { state: string };
  approver_group_in_use: { policies: string[] };
  limit_reached: { limit: string };
}

type DetailsOf<Code> = Code extends keyof ErrorDetails ? ErrorDetails[Code] : unknown;

/** Every error that this package throws itself. */
export class HeddleError extends Error {
  override name = 'HeddleError';
}

/** The API has answered with an error. Branch on `code`, which is stable, with {@link ApiError.is}. */
export class ApiError<Code extends string = ErrorCode> extends HeddleError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: Code;
  readonly details: DetailsOf<Code>;
  /** Quote it to support. */
  readonly requestId: string | undefined;
  /** After how many seconds a retry makes sense, if the API said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    fields: {
      status: number;
      code: Code;
      details?: unknown;
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details as DetailsOf<Code>;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
  }

  /**
   * Whether it has one of these codes; its `details` have a type then.
   *
   * @example
   * if (error instanceof ApiError && error.is('invalid_request')) console.log(error.details[0]?.path);
   */
  is<Known extends ErrorCode>(...codes: Known[]): this is ApiError<Known> {
    return codes.some((code) => code === (this.code as string));
  }
}

/** There was no answer: the connection failed, or broke off. Whether the request was carried out is unknown. */
export class ConnectionError extends HeddleError {
  override name = 'ConnectionError';
}

/** There was no answer in time. Whether the request was carried out is unknown. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** The signature of a webhook is wrong or too old. */
export class WebhookVerificationError extends HeddleError {
  override name = 'WebhookVerificationError';
}

/** A digest is not that of the document beside it: do not approve with it. */
export class DigestMismatchError extends HeddleError {
  override name = 'DigestMismatchError';
}
