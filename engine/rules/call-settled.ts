import { defined } from '#contract/defined.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { withLostTry, withTry } from './call-tries.ts';
import { isInFlight, overFrom, waitsFor } from './calls.ts';
import { endInstead, endOf, failed } from './ending.ts';
import type { CallSettled } from './inputs.ts';
import { countInvalidTurn, tooManyInvalidTurns } from './invalid-turns.ts';
import { makesCalls } from './pause.ts';
import { type CallResolution, resolveCall, unknownOutcome } from './resolve-call.ts';
import type { Charge } from './charge.ts';
import type { Step } from './step.ts';
import type { CallChange, RuleContext } from './stored.ts';

/**
 * A call has been completed. The last one in flight also carries out the failure after too many invalid turns in a row,
 * and the last of the turn a requested cancellation.
 * @returns nothing if the call is already resolved, does not wait to be made, or is being made once more; the time at
 *   which to try again if it cannot be sent while an attempt may be in progress
 */
export function callSettled(
  { run, calls }: LoadedRun,
  input: CallSettled,
  { now }: RuleContext,
): Step | { until: Date } | undefined {
  const { tool_call_id, charge, use } = input;
  const call = calls.find(({ _id }) => _id === tool_call_id);
  if (!makesCalls(run) || call === undefined || waitsFor(call) !== 'execution') return undefined;
  if (isOvertaken(call, input)) return undefined;
  const resolution = resolutionOf(call, input, now);
  if (resolution === undefined || 'until' in resolution) return resolution;
  const paid = charge ?? priceOf(resolution.status, call.price);
  const { change: resolved, event } = resolveCall(
    call,
    paid === undefined ? resolution : { ...resolution, cost: paid.amount },
    now,
  );
  const tries = input.tried === undefined ? withLostTry(call) : withTry(call, input.tried);
  const settled = tries.length === 0 ? resolved : { ...resolved, set: { ...resolved.set, tries } };
  const change = input.no_effect === true ? { ...settled, unsent: true as const } : settled;
  const invalid_turns =
    resolution.error?.code === 'invalid_args'
      ? countInvalidTurn(run.invalid_turns, call.turn_seq)
      : run.invalid_turns;
  const step: Step = {
    by: 'workflow',
    calls: [input.no_effect === true && call.effect !== undefined ? released(change) : change],
    events: [event],
    ...(paid === undefined ? {} : { charges: [paid] }),
    ...defined({ use }),
    ...(invalid_turns === undefined ? {} : { run: { invalid_turns } }),
  };
  const others = calls.filter(({ _id }) => _id !== tool_call_id);
  const end = endAfter({ ...run, ...defined({ invalid_turns }) }, others);
  if (end === undefined) return step;
  const ended = endOf(others, end, now);
  return {
    ...step,
    state: end,
    calls: [...(step.calls ?? []), ...ended.calls],
    events: [event, ...ended.events],
  };
}

/** How a run ends with a call, if it does. One that still waits for decisions does not. */
export function endAfter(run: RunDocument, others: readonly ToolCallDocument[]): Step['state'] {
  if (run.state !== 'running' || others.some(isInFlight)) return undefined;
  if (run.closing === undefined && tooManyInvalidTurns(run.invalid_turns)) return failed('invalid_args');
  // The workflow may know more about the others: it ends the run.
  return others.every(({ status }) => status !== 'pending') ? endInstead(run) : undefined;
}

/** The host certainly did not act, so another call may have the effect. */
function released(change: CallChange): CallChange {
  return { ...change, unset: ['effect_claim'] };
}

/**
 * Whether a later attempt is in progress. A failed earlier attempt then says nothing, but a successful one settles the
 * call.
 */
function isOvertaken(call: ToolCallDocument, { attempt, resolution }: CallSettled): boolean {
  if (attempt === undefined || resolution.status === 'ok') return false;
  return isInFlight(call) && (call.sending?.attempts ?? 0) > attempt;
}

/**
 * The reported result of a call. If a call can no longer be sent, another worker may have sent it before: it is
 * reported with that result, or as unknown after its deadline.
 * @returns nothing if an attempt was said to be lost, and is not in flight
 */
function resolutionOf(
  call: ToolCallDocument,
  { resolution, unsent, frozen, lost }: CallSettled,
  now: Date,
): CallResolution | { until: Date } | undefined {
  if (unsent === undefined && lost === undefined) return resolution;
  if (isInFlight(call)) {
    const until = overFrom(call);
    return until > now ? { until } : unknownOutcome();
  }
  if (lost === true) return undefined;
  return call.sending?.sent ?? (frozen === true ? resolution : (call.sending?.last ?? resolution));
}

/** A priced call is charged once it is ok. */
export function priceOf(status: 'ok' | 'failed' | 'pending', price = 0): Charge | undefined {
  return status === 'ok' && price > 0 ? { amount: price, reason: 'patch' } : undefined;
}
