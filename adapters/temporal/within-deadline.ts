import type { Client } from '@temporalio/client';

/** Temporal did not respond within the given time. */
export class TemporalTimeoutError extends Error {
  override name = 'TemporalTimeoutError';
}

/**
 * Calls Temporal, once or several times, and waits no longer than `timeoutMs` for all of it. The deadline of each call
 * is not enough, because between two tries the client waits without checking it.
 * @throws {TemporalTimeoutError} if Temporal has not responded by then; what the calls throw
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
