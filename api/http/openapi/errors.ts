import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { idempotencyErrors } from '../idempotency/key-rules.ts';
import { type Endpoint, takesConnection, takesIdempotencyKey } from '../endpoint/endpoint.ts';

/** Codes that every operation with a credential can return. */
const common: ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'workspace_suspended',
  'rate_limited',
  'invalid_request',
  'internal_error',
  'temporarily_unavailable',
];
const ofBodies: ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];
const ofUploads: ErrorCode[] = [
  'invalid_multipart',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
];

/** Every code that an operation can return, by its status. */
export function errorsByStatus(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(errorsOf(endpoint))) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].toSorted(([one], [other]) => one - other));
}

function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, method, params, page, upload, proposes, errors = [] } = endpoint;
  return [
    ...common,
    ...(method === 'get' ? [] : upload === undefined ? ofBodies : ofUploads),
    ...(takesIdempotencyKey(endpoint) ? idempotencyErrors : []),
    ...(params === undefined ? [] : (['not_found'] as const)),
    ...(page === undefined ? [] : (['invalid_cursor'] as const)),
    ...(access === 'subject' || access === 'subject-in-body' ? (['subject_required'] as const) : []),
    ...(takesConnection(endpoint) ? (['unknown_connection'] as const) : []),
    ...(proposes === true ? (['actor_required'] as const) : []),
    ...errors,
  ];
}
