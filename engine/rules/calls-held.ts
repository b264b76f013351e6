import { defined } from '#contract/defined.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { waitsFor } from './calls.ts';
import { endAfter } from './call-settled.ts';
import { endOf } from './ending.ts';
import { plainGate } from './gates/gate-of-call.ts';
import { withStageClock } from './gates/stage-clock.ts';
import { checkHeldKnown } from './gates/held-beside.ts';
import { checkKnown, earlierOf, refusedBefore } from './gates/turned-down.ts';
import { type WaitingCall, waitingCall } from './gates/waiting-call.ts';
import { holdCalls, placed } from './hold-calls.ts';
import type { CallToHold, Input } from './inputs.ts';
import { countInvalidTurn } from './invalid-turns.ts';
import { heldAs, makesCalls } from './pause.ts';
import { failure, resolveCall, type ResolvedCall } from './resolve-call.ts';
import type { Step } from './step.ts';
import type { CallChange, RuleContext } from './stored.ts';

type CallsHeld = Extract<Input, { type: 'calls_held' }>;

/**
 * A run pauses for the next calls that need a person, in one step. What could be made when the model asked for it may not be possible
 * any more, or one that asks for the same was rejected meanwhile: such a call fails in the same step, and nobody is asked about it.
 * @returns nothing if none of them waits to be held
 * @throws {TurnedDownSinceError} if calls of the thread were turned down after it was looked up which were
 * @throws {HeldSinceError} if calls of other runs were held meanwhile on whose thread runs work beside held calls
 */
export function callsHeld(
  stored: LoadedRun,
  { calls: named, pause_ttl_seconds, turned_down_known, held_known }: CallsHeld,
  context: RuleContext,
): Step | undefined {
  const { run, thread, calls } = stored;
  if (!makesCalls(run) || run.cancel_requested === true || run.closing !== undefined) return undefined;
  const given = new Map(named.map((each) => [each.tool_call_id, each]));
  const waiting = calls.flatMap((call) => {
    const asked = given.get(call._id);
    return asked === undefined || !isToBeHeld(stored, call) ? [] : [{ call, asked }];
  });
  if (waiting.length === 0) return undefined;
  if (waiting.some(({ call }) => waitsFor(call) === 'confirmation')) {
    checkKnown(thread, turned_down_known);
    checkHeldKnown(stored, held_known);
  }
  const refused: ResolvedCall[] = [];
  const held: { before: ToolCallDocument; shown: WaitingCall }[] = [];
  for (const { call, asked } of waiting) {
    const resolved = refuse(stored, call, asked, context);
    if (resolved === undefined)
      held.push({ before: call, shown: waitingCall(asLookedAt(stored, call, asked, context)) });
    else refused.push(resolved);
  }
  const step = refusals(stored, refused);
  const shown = placed(held.map((each) => each.shown));
  if (shown.length === 0) return withEnd(stored, step, refused, context);
  const pause = holdCalls(run, shown, pause_ttl_seconds, context);
  const changes = held.map(({ before }, index) => changeOf(before, shown[index]?.call ?? before));
  return {
    ...step,
    ...pause,
    calls: [...(step.calls ?? []), ...changes],
    events: [...(step.events ?? []), ...pause.events],
  };
}

function isToBeHeld({ run }: LoadedRun, call: ToolCallDocument): boolean {
  const waits = waitsFor(call);
  if (waits === undefined || waits === 'execution') return false;
  return run.state === 'running' || (waits === 'confirmation' && heldAs(run, call._id) === undefined);
}

/** The call as it is shown to those who decide. */
function asLookedAt(
  { thread }: LoadedRun,
  call: ToolCallDocument,
  { connection, effect, accounts, payment, gate, earlier = [] }: CallToHold,
  { now }: RuleContext,
): ToolCallDocument {
  const applied_gate = gate === plainGate ? undefined : gate;
  const found = {
    ...defined({
      applied_gate,
      turned_down_known: thread.turned_down,
      connection,
      effect,
      accounts,
      payment,
    }),
    ...earlierOf(earlier),
  };
  return withStageClock({ ...call, ...found }, now);
}

/** The fields of a held call that differ from what was read. The write checks that it is still pending and undecided. */
function changeOf(before: ToolCallDocument, after: ToolCallDocument): CallChange {
  const { status, set, applied_gate, turned_down_known, connection, effect, accounts, stage_clock } = after;
  const { payment, rejected_before, expired_before } = after;
  const looked = { applied_gate, turned_down_known, connection, effect, accounts, payment, stage_clock };
  return { before, set: { status, ...defined({ set, ...looked, rejected_before, expired_before }) } };
}

/** Resolves a call about which nobody is asked; undefined if somebody is. One that was sent before has the result of that. */
function refuse(
  { thread }: LoadedRun,
  call: ToolCallDocument,
  { refusal, earlier = [] }: CallToHold,
  { now }: RuleContext,
): ResolvedCall | undefined {
  const before = refusedBefore(earlier, thread);
  const reason = refusal ?? before;
  if (reason === undefined) return undefined;
  const resolution = call.sending?.sent ?? call.sending?.last ?? failure(reason.code, reason.message);
  return resolveCall(call, { ...resolution, ...(refusal === undefined ? earlierOf(earlier) : {}) }, now);
}

function refusals({ run }: LoadedRun, refused: readonly ResolvedCall[]): Step {
  const invalid = refused.find(({ change }) => change.set.error?.code === 'invalid_args');
  const invalid_turns =
    invalid === undefined ? undefined : countInvalidTurn(run.invalid_turns, invalid.change.before.turn_seq);
  return {
    by: 'workflow',
    calls: refused.map(({ change }) => change),
    events: refused.map(({ event }) => event),
    ...(invalid_turns === undefined ? {} : { run: { invalid_turns } }),
  };
}

/** The step, and the end of the run if it ends with the last of these calls. */
function withEnd(
  { run, calls }: LoadedRun,
  step: Step,
  refused: readonly ResolvedCall[],
  { now }: RuleContext,
): Step {
  const ids = new Set(refused.map(({ change }) => change.before._id));
  const others = calls.filter(({ _id }) => !ids.has(_id));
  const state = endAfter({ ...run, ...step.run }, others);
  if (state === undefined) return step;
  const ended = endOf(others, state, now);
  return {
    ...step,
    state,
    calls: [...(step.calls ?? []), ...ended.calls],
    events: [...(step.events ?? []), ...ended.events],
  };
}
