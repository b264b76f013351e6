import type { Client } from '@temporalio/client';

/** Temporal did not respond within the given time. */
export class TemporalTimeoutError extends Error {
  override name = 'TemporalTimeoutError';
}

/**
 * Calls Temporal, once or several times, within `timeoutMs` in all. The deadline of each call is not enough, because
 * the client waits between two attempts without checking it.
 * @throws {TemporalTimeoutError} if Temporal has not responded in time; errors of the calls
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
