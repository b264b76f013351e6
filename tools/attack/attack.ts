import type { AttackStack } from './stack/attack-stack.ts';

/** Something that a hostile tenant tries on the running service. */
export interface Attack {
  /** The name of the attack, as a row of the table. */
  name: string;
  /** Resolves to what was observed if the service held. @throws {Error} saying what the attacker achieved */
  run: (stack: AttackStack) => Promise<string>;
}

/**
 * How long an attack may block an event loop, in ms. The goal is 50 ms; the rest allows for a busy machine that does
 * not schedule the process for a while. The attacks that led to this limit blocked a loop for 700 ms to two minutes.
 */
const longestHoldMs = 500;
const mostMeasurements = 4;

/** @throws {Error} if the expected result of an attack did not happen */
export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/**
 * Does something hostile, and measures how long it blocked the event loops of the API and of the worker. What blocks a
 * loop does so each time, and a machine that had no time for the process does not: the shortest block of a few counts.
 * @param work can be done several times
 * @returns what `work` returned last, and the block in words
 * @throws {Error} if a loop was blocked for too long each time
 */
export async function whileLoopsAreWatched<Result>(
  stack: AttackStack,
  work: () => Promise<Result>,
): Promise<{ result: Result; held: string }> {
  for (let measured = 1; ; measured += 1) {
    // Reading the lag starts a new measurement in the process.
    await stack.longestLoopHoldMs();
    const result = await work();
    const { api, worker } = await stack.longestLoopHoldMs();
    const held = `loops held for at most ${Math.ceil(api)} ms (API) and ${Math.ceil(worker)} ms (worker)`;
    if (Math.max(api, worker) <= longestHoldMs) return { result, held };
    expectThat(measured < mostMeasurements, held);
  }
}
