import type { MadeBefore, SeenCalls } from '#contract/temporal/seen-calls.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { mayRepeat } from './calls.ts';

/**
 * Whether a call without a stored end was made, because the workflow of its run has seen that: the store was restored
 * to an earlier time (tool-call.outcome-unknown.restored).
 */
export function wasSeenMade(
  { _id, interaction, turn_seq }: Pick<ToolCallDocument, '_id' | 'interaction' | 'turn_seq'>,
  seen: SeenCalls | undefined,
): boolean {
  if (seen === undefined || interaction !== 'silent') return false;
  return turn_seq < seen.turn || (turn_seq === seen.turn && seen.made.includes(_id));
}

/**
 * Whether a call that was made before may be made again. A host recognizes a repetition by the id of the call, which a turn
 * that was taken again does not have.
 */
export function mayBeMadeAgain(call: Pick<ToolCallDocument, 'reliability'>, before: MadeBefore): boolean {
  return before === 'call' ? mayRepeat(call) : call.reliability?.retry === 'always';
}
