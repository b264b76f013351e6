import type { ErrorCode } from './errors.ts';

/** Longest Idempotency-Key, in characters, without the quotes. */
export const longestIdempotencyKey = 255;

/** What an Idempotency-Key may be refused with, on every POST. */
export const idempotencyErrors = [
  'invalid_idempotency_key',
  'idempotency_key_reuse',
  'idempotency_in_flight',
] as const satisfies ErrorCode[];

/**
 * What becomes of a key when its request is answered (contract section 1).
 * - `stored`: the response is replayed.
 * - `forgotten`: nothing was done; the key is as new.
 * - `failed`: what was done is not known; the same request may work again.
 */
export type KeyFate = 'stored' | 'forgotten' | 'failed';

/** 422 codes that speak of the request as it was sent; the others speak of what it met. */
const failedValidation: ReadonlySet<string> = new Set<ErrorCode>([
  'invalid_request',
  'invalid_cursor',
  'subject_required',
  'subject_mismatch',
  'unknown_connection',
  'model_unavailable',
  'invalid_decision',
  'invalid_state',
]);

const refused = new Set([400, 401, 402, 409, 413, 415, 429]);

/** @param code the error's code, if the response is one */
export function fateOfKey(status: number, code?: string): KeyFate {
  if (status >= 500) return 'failed';
  if (refused.has(status)) return 'forgotten';
  return status === 422 && code !== undefined && failedValidation.has(code) ? 'forgotten' : 'stored';
}
