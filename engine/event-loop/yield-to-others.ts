import { setImmediate } from 'node:timers';

/** Pending work, in order of arrival. */
const waiting: (() => void)[] = [];

/**
 * Lets others work between two pieces of some work. Of everything that waits for its turn in this process, one piece is done
 * in each round of the event loop. With `setImmediate` alone, all of them would be done in one round, and a hundred pieces of a
 * millisecond would hold the loop for a tenth of a second.
 */
export async function yieldToOthers(): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

/** The piece itself is done once this function has returned, as what waits for a promise is. */
function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
