import type { RunDocument } from '#store/documents/run.ts';

/** After this many turns in a row with a call that could not be understood, one more fails the run. */
const allowedInRow = 3;

/** Turns in a row, up to and with `turn`, of which each had a call with invalid arguments. */
export type InvalidTurns = NonNullable<RunDocument['invalid_turns']>;

/** Counts a turn that had such a call, once, at whatever point that was found. */
export function countInvalidTurn(before: RunDocument['invalid_turns'], turn: number): InvalidTurns {
  if (before?.turn === turn) return before;
  return { count: before?.turn === turn - 1 ? before.count + 1 : 1, turn };
}

export function tooManyInvalidTurns(turns: RunDocument['invalid_turns']): boolean {
  return turns !== undefined && turns.count > allowedInRow;
}
