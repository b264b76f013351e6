import { isPassing } from './answer.ts';
import { ApiError, ConnectionError } from './errors.ts';

const firstDelayMs = 500;
const longestDelayMs = 8000;
/** A longer delay is left to the caller. */
const longestRetryAfterMs = 60_000;

/**
 * How long to wait before an attempt is repeated, in milliseconds; undefined if it should not be. Repeating is safe: every POST
 * has an Idempotency-Key, and the other methods do nothing twice.
 * @param attempt from 0
 */
export function retryDelayMs(error: unknown, attempt: number): number | undefined {
  const backoff = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError) return backoff;
  if (!(error instanceof ApiError) || !isPassing(error)) return undefined;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  return asked > longestRetryAfterMs ? undefined : Math.max(asked, backoff);
}

/** Waits. @throws the signal's reason once it is aborted */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
