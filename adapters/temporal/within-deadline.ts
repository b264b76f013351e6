import type { Client } from '@temporalio/client';

/** Temporal has not answered within the time that it was given. */
export class TemporalTimeoutError extends Error {
  override name = 'TemporalTimeoutError';
}

/**
 * Calls Temporal, once or several times, and waits no longer than `timeoutMs` for all of it. The deadline that goes
 * with each call is not enough: between two tries of a call the client waits without looking at it.
 * @throws {TemporalTimeoutError} when Temporal has not answered by then; what the calls throw
 */
export async function withinDeadline<Result>(
  client: Client,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new TemporalTimeoutError(`Temporal did not answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    return await Promise.race([client.connection.withDeadline(Date.now() + timeoutMs, work), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
