import { expect, it } from 'vitest';
import { type ErrorCode, errorStatus, invalidField, notFound, ServiceError } from '#contract/errors.ts';

/**
 * The status of every code (error.code-has-one-status).
 */
const specified: Record<number, string[]> = {
  400: ['invalid_http', 'invalid_json', 'invalid_multipart'],
  401: ['unauthorized'],
  402: ['insufficient_credits'],
  403: [
    'forbidden',
    'insufficient_scope',
    'forbidden_approver',
    'invalid_assertion',
    'realtime_restricted',
    'workspace_suspended',
  ],
  404: ['not_found', 'unknown_agent', 'unknown_confirmation', 'unknown_action', 'call_not_executed'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'agent_archived',
    'stale_confirmation',
    'stale_change',
    'audit_log_changed',
    'encryption_key_removed',
    'change_decided',
    'approver_group_in_use',
    'limit_reached',
    'connection_name_taken',
    'idempotency_in_flight',
    'erasure_running',
    'last_api_key',
    'no_passkey',
    'payee_not_open',
    'webhook_endpoint_limit',
    'webhook_endpoint_disabled',
  ],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'invalid_request',
    'invalid_cursor',
    'invalid_decision',
    'invalid_challenge',
    'invalid_args',
    'denied_by_policy',
    'invalid_state',
    'invalid_idempotency_key',
    'idempotency_key_reuse',
    'subject_required',
    'actor_required',
    'subject_mismatch',
    'unknown_connection',
    'mcp_server_error',
    'model_unavailable',
    'awaiting_confirmation',
    'not_awaiting_confirmation',
    'not_awaiting_outcome',
    'extract_failed',
    'voice_invalid_format',
    'voice_empty_text',
    'voice_invalid_audio',
  ],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  500: ['internal_error'],
  502: ['model_error', 'voice_provider_error', 'identity_provider_error'],
  503: ['temporarily_unavailable', 'realtime_unavailable', 'voice_unavailable', 'passkeys_unavailable'],
};

it.each(Object.entries(errorStatus))(
  '[error.code-has-one-status] %s has the status %i of the specification',
  (code, status) => {
    expect(specified[status]).toContain(code);
    expect(new ServiceError(code as ErrorCode, 'Words.').status).toBe(status);
  },
);

it('an error keeps its cause for the log, and says nothing of it', () => {
  const cause = new Error('inside');
  const error = new ServiceError('invalid_json', 'Words.', { cause });
  expect([error.cause, error.message, error.details]).toEqual([cause, 'Words.', undefined]);
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
