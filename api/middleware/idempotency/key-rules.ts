import type { ErrorCode } from '#contract/errors.ts';

/** Longest Idempotency-Key, in characters, without the quotes. */
export const longestIdempotencyKey = 255;

/** What an Idempotency-Key may be refused with, on every POST. */
export const idempotencyErrors = [
  'invalid_idempotency_key',
  'idempotency_key_reuse',
  'idempotency_in_flight',
] as const satisfies ErrorCode[];

/**
 * What becomes of a key when its request is answered (idempotency.released-after-5xx).
 * - `stored`: something was done; the response is replayed.
 * - `forgotten`: nothing was done; the key is as new.
 * - `failed`: what was done is not known; the same request may work again, and finds it.
 */
export type KeyFate = 'stored' | 'forgotten' | 'failed';

/** Refusals that were paid for: the work was done, and would be charged again. */
const costlyRefusals: ReadonlySet<string> = new Set(['extract_failed']);

/** An answer, and what is known of those before it. */
export interface KeyedAnswer {
  status: number;
  /** The error's code, if it is one. */
  code?: string | undefined;
  /** An earlier attempt under the key was cut off: it may have done what this one is refused. */
  mayExist: boolean;
}

export function fateOfKey({ status, code, mayExist }: KeyedAnswer): KeyFate {
  if (status >= 500) return 'failed';
  if (status < 400 || (code !== undefined && costlyRefusals.has(code))) return 'stored';
  return mayExist ? 'failed' : 'forgotten';
}
