import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger.ts';

const retryMs = 2000;

/**
 * Connects to something that may not be up yet: a service and what it needs are started in any order. Tries until
 * it succeeds or the signal aborts, with a word in the log for every failure.
 */
export async function untilReachable<Result>(
  what: string,
  connect: () => Promise<Result>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<Result> {
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, `${what} cannot be reached, trying again`);
    }
    await sleep(retryMs, undefined, { signal });
  }
}
