import type { ErrorCode } from '#contract/errors.ts';

/** The longest Idempotency-Key, in characters, without the quotes. */
export const longestIdempotencyKey = 255;

/** The errors that a request with an Idempotency-Key can get, on every POST. */
export const idempotencyErrors = [
  'invalid_idempotency_key',
  'idempotency_key_reuse',
  'idempotency_in_flight',
] as const satisfies ErrorCode[];

/**
 * The state of a key after its request is answered (idempotency.released-after-5xx).
 * - `stored`: something was done, and the response is replayed.
 * - `forgotten`: nothing was done, and the key is free again.
 * - `failed`: it is unknown whether something was done. The same request may run again, and finds it.
 */
export type KeyFate = 'stored' | 'forgotten' | 'failed';

/** Errors after paid work, which would be charged again. */
const costlyRefusals: ReadonlySet<string> = new Set(['extract_failed']);

/** A response, and what is known about earlier attempts. */
export interface KeyedAnswer {
  status: number;
  /** The error's code, if the response is an error. */
  code?: string | undefined;
  /** An earlier attempt under the key was interrupted. It may have done what this one is refused. */
  mayExist: boolean;
}

export function fateOfKey({ status, code, mayExist }: KeyedAnswer): KeyFate {
  if (status >= 500) return 'failed';
  if (status < 400 || (code !== undefined && costlyRefusals.has(code))) return 'stored';
  return mayExist ? 'failed' : 'forgotten';
}
