import type { AttackStack } from './stack/attack-stack.ts';

/** Something that a hostile tenant tries on the running service. */
export interface Attack {
  /** The name of the attack, as a row of the table. */
  name: string;
  /** Resolves to what was observed if the service held. @throws {Error} saying what the attacker achieved */
  run: (stack: AttackStack) => Promise<string>;
}

/**
 * How long an attack may hold an event loop, in ms of CPU time. The goal is 50 ms; the rest allows for a busy machine, on which the
 * same work takes a few times as long. The attacks that led to this limit held a loop for 700 ms to two minutes.
 */
export const longestHoldMs = 500;
const mostMeasurements = 4;

/** @throws {Error} if the expected result of an attack did not happen */
export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/**
 * Does something hostile, and measures how long it held the event loops of the API and of the worker. What holds a
 * loop does so each time, unlike a collection of garbage that comes by chance: the shortest hold of a few counts.
 * @param work can be done several times
 * @returns what `work` returned last, and the hold in words
 * @throws {Error} if a loop was held for too long each time
 */
export async function whileLoopsAreWatched<Result>(
  stack: AttackStack,
  work: () => Promise<Result>,
): Promise<{ result: Result; held: string }> {
  for (let measured = 1; ; measured += 1) {
    await stack.loopHolds();
    const result = await work();
    const holds = await stack.loopHolds();
    const [api, worker] = [holds.api.longestMs, holds.worker.longestMs];
    const held = `loops held for at most ${Math.ceil(api)} ms (API) and ${Math.ceil(worker)} ms (worker)`;
    if (Math.max(api, worker) <= longestHoldMs) return { result, held };
    expectThat(measured < mostMeasurements, held);
  }
}
