import type { Worker } from '@temporalio/worker';
import type { SentCalls } from '#engine/steps/sent-calls.ts';
import type { Log } from '#engine/ports/log.ts';
import { EndsEarly } from './ends-early.ts';

/**
 * Runs the workers of a process until they are shut down and their work is done.
 * @throws {EndsEarly} if their time to stop is over before; any fault that ends one of them
 */
export async function runWorkers(
  workers: readonly Pick<Worker, 'run'>[],
  sentCalls: Pick<SentCalls, 'open' | 'stopping'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  try {
    await Promise.all(workers.map(async (each) => await each.run()));
  } catch (error) {
    if (!sentCalls.stopping) throw error;
    const calls = sentCalls.open;
    log.warn({ err: error, calls }, 'the worker ends before its work is done: it has no more time to stop');
    throw new EndsEarly();
  }
}
