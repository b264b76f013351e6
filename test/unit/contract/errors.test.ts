import { expect, it } from 'vitest';
import { type ErrorCode, errorStatus, invalidField, notFound, ServiceError } from '#contract/errors.ts';

/**
 * The status of every code (error.code-has-one-status), including the codes of parts that are planned.
 */
const specified: Record<string, number> = {
  invalid_http: 400,
  invalid_json: 400,
  invalid_multipart: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  unknown_agent: 404,
  unknown_confirmation: 404,
  unknown_action: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  agent_archived: 409,
  connection_name_taken: 409,
  idempotency_in_flight: 409,
  erasure_running: 409,
  last_api_key: 409,
  webhook_endpoint_limit: 409,
  webhook_endpoint_disabled: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  invalid_cursor: 422,
  invalid_decision: 422,
  invalid_state: 422,
  invalid_idempotency_key: 422,
  idempotency_key_reuse: 422,
  subject_required: 422,
  subject_mismatch: 422,
  unknown_connection: 422,
  model_unavailable: 422,
  awaiting_confirmation: 422,
  not_awaiting_confirmation: 422,
  not_awaiting_outcome: 422,
  extract_failed: 422,
  voice_invalid_format: 422,
  voice_empty_text: 422,
  voice_invalid_audio: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  model_error: 502,
  voice_provider_error: 502,
  temporarily_unavailable: 503,
  realtime_unavailable: 503,
  voice_unavailable: 503,
};

it.each(Object.entries(errorStatus))(
  '[error.code-has-one-status] %s has the status %i of the specification',
  (code, status) => {
    expect(specified[code]).toBe(status);
    expect(new ServiceError(code as ErrorCode, 'Words.').status).toBe(status);
  },
);

it('an error keeps its cause for the log, and says nothing of it', () => {
  const cause = new Error('inside');
  const error = new ServiceError('invalid_json', 'Words.', { cause });
  expect([error.cause, error.message, error.details]).toEqual([cause, 'Words.', undefined]);
});

it('one field that is wrong is invalid_request with the field in its details', () => {
  const { code, message, details } = invalidField('a.b', 'must be short', 'too_big');
  expect({ code, message, details }).toEqual({
    code: 'invalid_request',
    message: 'a.b: must be short',
    details: [{ path: 'a.b', message: 'must be short', code: 'too_big' }],
  });
});

it('what is absent and what is not the caller’s are the same error', () => {
  expect(notFound('run')).toEqual(new ServiceError('not_found', 'No run with that id.'));
});

it('a fault of one field names it, one of the whole does not', () => {
  const of = ({ code, message, details }: ServiceError) => ({ code, message, details });
  expect(of(invalidField('title', 'is taken', 'taken'))).toEqual({
    code: 'invalid_request',
    message: 'title: is taken',
    details: [{ path: 'title', message: 'is taken', code: 'taken' }],
  });
  expect(of(invalidField('', 'is nested too deep'))).toEqual({
    code: 'invalid_request',
    message: 'is nested too deep',
    details: [{ path: '', message: 'is nested too deep', code: 'invalid' }],
  });
});
