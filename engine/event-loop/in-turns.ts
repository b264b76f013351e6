import { yieldToOthers } from './yield-to-others.ts';

/** Takes the steps of some work, and lets others work between any two of them. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await yieldToOthers();
  }
}
