import { retryOnConflict } from '../contention/retry-on-conflict.ts';
import type { Clock } from '../ports/clock.ts';
import { isHeldSince } from '../rules/gates/held-beside.ts';
import { isTurnedDownSince } from '../rules/gates/turned-down.ts';

/**
 * Repeats work, from its look at what was turned down and is held on, if a call of the thread was turned down, or held by another
 * run, between that and the write.
 * @throws {ContentionError} if that happened each time
 */
export async function withKnownRejections<Result>(
  clock: Pick<Clock, 'random' | 'sleep'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return await retryOnConflict(clock, 'what was turned down', work, isOutdated);
}

/** Whether what calls were checked against has changed since. */
export function isOutdated(error: unknown): boolean {
  return isTurnedDownSince(error) || isHeldSince(error);
}
