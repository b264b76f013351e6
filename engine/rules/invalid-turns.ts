import type { RunDocument } from '../documents/run.ts';

/** A further turn after this many in a row with an invalid call fails the run. */
const allowedInRow = 3;

/** The number of consecutive turns, up to and including `turn`, with invalid arguments in a call. */
export type InvalidTurns = NonNullable<RunDocument['invalid_turns']>;

/** Counts such a turn once, whenever that is found out. */
export function countInvalidTurn(before: RunDocument['invalid_turns'], turn: number): InvalidTurns {
  if (before?.turn === turn) return before;
  return { count: before?.turn === turn - 1 ? before.count + 1 : 1, turn };
}

export function tooManyInvalidTurns(turns: RunDocument['invalid_turns']): boolean {
  return turns !== undefined && turns.count > allowedInRow;
}
