import type { NoPlace } from '#contract/temporal/seen-calls.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import type { Engine } from './engine.ts';
import { type CallToMake, makeCall, type Made } from './make-call.ts';
import { TryAgain } from './try-again.ts';
import type { TakePlace } from './turn-and-call.ts';

/** Which call to make, among the model turns of the process. */
export interface CallInPlace extends CallToMake {
  needs_place: true;
}

/**
 * Makes a call as {@link makeCall} does, if there is a place for it among the model turns of the process. There it begins without a
 * dispatch by Temporal.
 * @returns what the workflow does next, and whether the call was made; or that there is no place, and nothing was done
 * @throws {TryAgain} as {@link makeCall} does; `no_place` if there is none for a call that an earlier attempt has marked, of
 *   which only this activity knows if the store has lost the mark
 */
export async function makeCallInPlace(
  engine: Engine,
  asked: CallInPlace,
  attempt: StepAttempt,
  takePlace: TakePlace,
): Promise<Made | NoPlace> {
  const { needs_place: _, ...input } = asked;
  const giveBack = takePlace();
  if (giveBack === undefined) {
    if (attempt.marked() > 0) throw new TryAgain('no_place', 'there is no place for another attempt yet');
    return { next: 'no_place' };
  }
  try {
    return await makeCall(engine, input, attempt);
  } finally {
    giveBack();
  }
}
