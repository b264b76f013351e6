import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#config/logger.ts';

const retryMs = 2000;

/**
 * Connects to something that may not be up or prepared yet, so that a service and its servers can start in any order.
 * Tries every two seconds until it succeeds or the signal aborts. Each failure is logged.
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
      log.warn({ err: error }, `${what} cannot be used yet, trying again`);
    }
    await sleep(retryMs, undefined, { signal });
  }
}
