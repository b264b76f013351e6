/**
 * Every error code of the service and its HTTP status (error.code-has-one-status). Codes are permanent: clients branch
 * on them.
 */
export const errorStatus = {
  invalid_http: 400,
  invalid_json: 400,
  invalid_multipart: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  forbidden: 403,
  insufficient_scope: 403,
  forbidden_approver: 403,
  invalid_assertion: 403,
  realtime_restricted: 403,
  workspace_suspended: 403,
  not_found: 404,
  unknown_agent: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  agent_archived: 409,
  limit_reached: 409,
  approver_group_in_use: 409,
  connection_name_taken: 409,
  webhook_endpoint_limit: 409,
  webhook_endpoint_disabled: 409,
  stale_confirmation: 409,
  stale_change: 409,
  change_decided: 409,
  idempotency_in_flight: 409,
  erasure_running: 409,
  last_api_key: 409,
  payee_not_open: 409,
  no_passkey: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  invalid_cursor: 422,
  invalid_idempotency_key: 422,
  idempotency_key_reuse: 422,
  actor_required: 422,
  subject_required: 422,
  subject_mismatch: 422,
  unknown_connection: 422,
  mcp_server_error: 422,
  model_unavailable: 422,
  awaiting_confirmation: 422,
  audit_log_changed: 409,
  encryption_key_removed: 409,
  call_not_executed: 404,
  unknown_confirmation: 404,
  not_awaiting_confirmation: 422,
  invalid_decision: 422,
  invalid_challenge: 422,
  invalid_args: 422,
  denied_by_policy: 422,
  unknown_action: 404,
  not_awaiting_outcome: 422,
  invalid_state: 422,
  extract_failed: 422,
  voice_invalid_audio: 422,
  voice_invalid_format: 422,
  voice_empty_text: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  model_error: 502,
  identity_provider_error: 502,
  voice_provider_error: 502,
  realtime_unavailable: 503,
  voice_unavailable: 503,
  passkeys_unavailable: 503,
  temporarily_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** A detail of an invalid request: where, what, and a stable code. */
export interface InvalidField {
  /** Dotted path in the body or query; empty for the whole. */
  path: string;
  message: string;
  code: string;
}

export interface ServiceErrorOptions {
  details?: unknown;
  /** Kept for the log; never sent. */
  cause?: unknown;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Further response headers, such as `Allow`. */
  headers?: Record<string, string>;
}

/**
 * An error that is reported to the client. `message` is safe to show.
 *
 * @example
 * throw new ServiceError('unknown_agent', 'No agent has that id.');
 * // caught: error instanceof ServiceError && error.code === 'unknown_agent'
 */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorStatus[this.code];
  }
}

/** The same error for what does not exist and for what belongs to somebody else. */
export function notFound(what: string): ServiceError {
  return new ServiceError('not_found', `No ${what} with that id.`);
}

/** The workspace does not have the connection that a request or its session token names. */
export function unknownConnection(): ServiceError {
  return new ServiceError('unknown_connection', 'The workspace has no connection of that id or name.');
}

/** 422 `invalid_request` for one field. */
export function invalidField(path: string, message: string, code = 'invalid'): ServiceError {
  return invalidFields([{ path, message, code }]);
}

/** 422 `invalid_request` for several fields. The message describes the first. */
export function invalidFields(details: readonly InvalidField[]): ServiceError {
  const [first] = details;
  const message = first === undefined ? 'The request is not valid.' : describeField(first);
  return new ServiceError('invalid_request', message, { details });
}

/** A fault of a field in one line. The whole has no name. */
export function describeField({ path, message }: InvalidField): string {
  return path === '' ? message : `${path}: ${message}`;
}
