import { backoffMs } from '#contract/backoff.ts';
import { ApiError } from './api-error.ts';

const waits = { firstMs: 500, longestMs: 15_000 };

/** How long to wait before try number `failures + 1`: twice as long each time, up to 15 s, a little at random. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  return backoffMs(failures, waits) * (0.75 + random() * 0.5);
}

/** How long the API asks to wait; undefined if it does not. */
export function wantedMs(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) return undefined;
  return error.retryAfterSeconds * 1000;
}

/** Waits, but no longer than until the browser is online again; rejects when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', aborted);
    };
    const done = (): void => {
      stop();
      resolve();
    };
    const aborted = (): void => {
      stop();
      reject(signal.reason as Error);
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', aborted);
    if (signal.aborted) aborted();
  });
}
