import { retryOnConflict } from '../contention/retry-on-conflict.ts';
import type { Clock } from '../ports/clock.ts';
import { isTurnedDownSince } from '../rules/gates/turned-down.ts';

/**
 * Repeats work, from its look at what was turned down on, if a call of the thread was turned down between that and the write.
 * @throws {ContentionError} if that happened each time
 */
export async function withKnownRejections<Result>(
  clock: Pick<Clock, 'random' | 'sleep'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return await retryOnConflict(clock, 'what was turned down', work, isTurnedDownSince);
}
