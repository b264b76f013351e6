import { setTimeout as sleep } from 'node:timers/promises';
import { retryOnConflict as retry } from '#engine/contention/retry-on-conflict.ts';

const clock = { random: Math.random, sleep: async (ms: number) => await sleep(ms) };

/**
 * Repeats work, from its reads on, if somebody else wrote first, by the clock of this process.
 * @param what the contended document, for the message
 * @param isConflict which errors of the work are conflicts. Default: StaleWriteError
 * @throws {ContentionError} if the last of 32 attempts also failed, after some 12 seconds
 */
export async function retryOnConflict<Result>(
  what: string,
  work: () => Promise<Result>,
  isConflict?: (error: unknown) => boolean,
): Promise<Result> {
  return await retry(clock, what, work, isConflict);
}
