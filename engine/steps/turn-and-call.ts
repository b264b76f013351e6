import type { Directive } from '#contract/temporal/directive.ts';
import type { TurnCallMade } from '#contract/temporal/seen-calls.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import { waitsFor } from '../rules/calls.ts';
import { directiveOf } from '../rules/directive.ts';
import type { Engine } from './engine.ts';
import { mustLoadRun } from './load-run.ts';
import { makeCall } from './make-call.ts';
import { takeTurn, type TurnToTake } from './take-turn.ts';

/** The turn to take, and whether the workflow handles reports about a call that was made with it. */
export interface TurnAndCall extends TurnToTake {
  makes_call?: true;
}

/** Takes a place for a call in this process. Returns what gives it back; undefined if there is none. */
export type TakePlace = () => (() => void) | undefined;

/** The next step of the workflow, and its facts about the calls of the turn. */
type Next = Directive & TurnCallMade;

/**
 * Takes a model turn, and makes its call in the same step if it is the only one and a slot is free, which saves a round
 * trip through Temporal. Finished parts are stored, so a further attempt continues from there.
 * @returns the next step of the workflow: the call itself, if it was not made here
 * @throws {TryAgain} as {@link makeCall} does
 */
export async function takeTurnAndCall(
  engine: Engine,
  { makes_call, ...input }: TurnAndCall,
  attempt: StepAttempt,
  takePlace: TakePlace,
): Promise<Next> {
  if (makes_call !== true) return await takeTurn(engine, input, attempt);
  const { turn } = input;
  const known = attempt.isFirst ? undefined : await afterEarlierAttempt(engine, input, attempt);
  if (known !== undefined) return known;
  const directive = await takeTurn(engine, input, attempt);
  const calls = directive.next === 'execute' && directive.turn === turn ? directive.calls : [];
  const [only] = calls;
  if (only === undefined || calls.length > 1) return directive;
  if (attempt.cancelled.aborted || engine.sentCalls.stopping) return directive;
  const giveBack = takePlace();
  if (giveBack === undefined) return directive;
  const { tool_call_id, patch_ref } = only;
  const { grant_version: _, tries: __, failed_with: ___, ...run } = input;
  try {
    const { made, ...next } = await makeCall(engine, { ...run, turn, tool_call_id }, attempt, {
      justStored: true,
    });
    return made === true ? { ...next, made_call: { turn, tool_call_id, patch_ref } } : next;
  } finally {
    giveBack();
  }
}

/** The next step if an earlier attempt has made the call of the turn, or the store has lost that it did. */
async function afterEarlierAttempt(
  { store }: Engine,
  { turn, ...input }: TurnToTake,
  attempt: StepAttempt,
): Promise<Next | undefined> {
  const stored = await mustLoadRun(store, { ...input, turn_count: turn });
  const { turn_count } = stored.run;
  const marked = attempt.marked();
  const isOver = turn_count > turn || (turn_count < turn && marked > 0);
  if (isOver) return { ...directiveOf(stored), made_call: { turn } };
  const made = turn_count === turn ? callMade(stored, marked) : undefined;
  if (made === undefined) return undefined;
  const { _id: tool_call_id, patch_ref } = made;
  return { ...directiveOf(stored), made_call: { turn, tool_call_id, patch_ref } };
}

/**
 * The call of the latest turn that was made: it was sent and is over, or the store has lost its mark. A later attempt
 * has to know that, with or without a slot for it. Others of the turn may still be held.
 * @param marked the number of the latest attempt at the call that was marked
 */
function callMade({ calls }: LoadedRun, marked: number): ToolCallDocument | undefined {
  const isMarkLost = calls.every(({ sending }) => (sending?.attempts ?? 0) < marked);
  return isMarkLost
    ? calls.find((call) => waitsFor(call) === 'execution')
    : calls.findLast(({ sending, status }) => sending !== undefined && status !== 'pending');
}
