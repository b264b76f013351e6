import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#process/config/logger.ts';

const retryMs = 2000;

/**
 * Connects to something that may not be up or prepared yet, so that a service and its servers can start in any order.
 * Tries every two seconds until it succeeds or the signal aborts. Each failure is logged.
 * @throws {AbortError} once the signal aborts, even if a server does not answer
 */
export async function untilReachable<Result>(
  what: string,
  connect: () => Promise<Result>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<Result> {
  for (;;) {
    try {
      return await unlessAborted(connect(), signal);
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, `${what} cannot be used yet, trying again`);
    }
    await sleep(retryMs, undefined, { signal });
  }
}

/**
 * Waits for work until the signal aborts. A server that is frozen can keep it for ever; whatever it comes to after that is left
 * behind.
 * @throws the reason of the signal
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  // A failure of the abandoned work is ignored.
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
