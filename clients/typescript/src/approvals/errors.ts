import { HeddleError } from '../errors.ts';

/** Why a request is not what Heddle has signed, each with the HTTP status with which a middleware answers. */
const statuses = {
  /** There is no `Service-Approval`. */
  missing_approval: 401,
  /** There are several. */
  duplicate_approval: 401,
  /** It is no compact JWS, or a claim is missing. */
  malformed_approval: 401,
  /** Its `typ` is not `approval+jwt`: Heddle has signed something else. */
  invalid_type: 401,
  /** Its `alg` is not `EdDSA`. */
  invalid_algorithm: 401,
  /** No published key has its `kid`. */
  unknown_key: 401,
  /** The key is published for another purpose, or of another type. */
  wrong_key: 401,
  invalid_signature: 401,
  /** It was signed over five minutes ago. */
  expired_approval: 401,
  /** It was signed in the future: the clocks are apart. */
  early_approval: 401,
  /** It is for another host. */
  wrong_audience: 401,
  /** It was signed by another deployment than the `issuer` of the options. */
  wrong_issuer: 401,
  /** It was signed for another workspace than that of the options. */
  wrong_workspace: 401,
  wrong_method: 401,
  wrong_address: 401,
  wrong_body: 401,
  /** The body is larger than `maxBytes`. */
  body_too_large: 413,
  /** The bytes of the body are gone: a parser has read them before. */
  body_unavailable: 500,
  /** The public keys cannot be fetched. */
  keys_unavailable: 503,
} as const;

export type ApprovalErrorCode = keyof typeof statuses;

/** A request is not what Heddle has signed, or that cannot be verified: do not act on it. Branch on `code`, which is stable. */
export class ApprovalError extends HeddleError {
  override name = 'ApprovalError';
  readonly code: ApprovalErrorCode;
  /** The HTTP status of the answer to the request. */
  readonly status: number;

  constructor(code: ApprovalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = statuses[code];
  }
}

/** Body of the answer that refuses a request. */
export function refusal({ code, message }: ApprovalError): { error: { code: string; message: string } } {
  return { error: { code, message } };
}
