import type { Directive } from '#contract/temporal/directive.ts';
import type { TurnCallMade } from '#contract/temporal/seen-calls.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import { directiveOf } from '../rules/directive.ts';
import type { Engine } from './engine.ts';
import { mustLoadRun } from './load-run.ts';
import { makeCall } from './make-call.ts';
import { takeTurn, type TurnToTake } from './take-turn.ts';

/** Which turn to take, and whether the workflow heeds what is said of a call that was made with it. */
export interface TurnAndCall extends TurnToTake {
  makes_call?: true;
}

/** Takes a place for a call in this process. Returns what gives it back; undefined if there is none. */
export type TakePlace = () => (() => void) | undefined;

/** What the workflow does next, and what it has to know of the calls of the turn. */
type Next = Directive & TurnCallMade;

/**
 * Takes a model turn, and makes its call in the same step if it is the only one and there is a place for it, which saves a round
 * trip through Temporal. What was done so far is stored, so a further attempt goes on from there.
 * @returns what the workflow does next: the call itself, if it was not made here
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
  const { let_in: _, tries: __, failed_with: ___, ...run } = input;
  try {
    const { made, ...next } = await makeCall(engine, { ...run, turn, tool_call_id }, attempt);
    return made === true ? { ...next, made_call: { turn, tool_call_id, patch_ref } } : next;
  } finally {
    giveBack();
  }
}

/** What comes next if an earlier attempt has made the call of the turn, or the store has lost that it did. */
async function afterEarlierAttempt(
  { store }: Engine,
  { turn, ...input }: TurnToTake,
  attempt: StepAttempt,
): Promise<Next | undefined> {
  const stored = await mustLoadRun(store, { ...input, turn_count: turn });
  const { turn_count } = stored.run;
  const isOver = turn_count > turn || (turn_count < turn && attempt.marked() > 0);
  if (isOver) return { ...directiveOf(stored), made_call: { turn } };
  const made = turn_count === turn ? sentCall(stored) : undefined;
  return made === undefined ? undefined : { ...directiveOf(stored), made_call: { turn, tool_call_id: made } };
}

/** The only call of the latest turn, if it was sent and is over. */
function sentCall({ calls }: LoadedRun): string | undefined {
  const [only] = calls;
  const isSent = calls.length === 1 && only?.sending !== undefined && only.status !== 'pending';
  return isSent ? only._id : undefined;
}
