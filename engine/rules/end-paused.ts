import type { ClosingReason, LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { isInFlight, waitsFor } from './calls.ts';
import { closed, endOf } from './ending.ts';
import { withEnds } from './ends.ts';
import { approvedCalls } from './gates/cooling.ts';
import type { Step } from './step.ts';

/**
 * The step that ends a paused run. Calls on which people have decided before are made first: the run then works, and closes with
 * the last of them (gate.set.approved-first). Those that stay held although they are approved are made when their time has come,
 * unless they are withdrawn or rejected until then (gate.cooling.closing, freeze.closing). All others are resolved at once.
 * @param wasMade whether a call was made, although the store does not know it. Default: none
 */
export function endPaused(
  { run, calls }: LoadedRun,
  requested: ClosingReason,
  by: Step['by'],
  now: Date,
  wasMade?: (call: ToolCallDocument) => boolean,
): Step {
  // The first reason for which it is to close stands.
  const { closing: reason = requested } = run;
  const state = closed(reason);
  const cooling = approvedCalls(run);
  const isCooling = ({ _id }: ToolCallDocument) => cooling.some(({ tool_call_id }) => tool_call_id === _id);
  const first = calls.filter((call) => isMadeFirst(call, reason));
  const others = calls.filter((call) => !first.includes(call) && !isCooling(call));
  const ended = endOf(others, state, now, wasMade);
  if (cooling.length > 0) return { by, pauses: withEnds(cooling), run: { closing: reason }, ...ended };
  if (first.length === 0) return { by, state, ...ended };
  return { by, state: { state: 'running' }, run: { closing: reason }, ...ended };
}

/** An attempt that a host asked for does not follow after a cancellation. */
function isMadeFirst(call: ToolCallDocument, reason: ClosingReason): boolean {
  if (waitsFor(call) !== 'execution') return false;
  return reason === 'expired' || !waitsForRetry(call);
}

/** Whether the latest attempt at a call since it was approved has failed, and another one is to follow. */
export function waitsForRetry(call: ToolCallDocument): boolean {
  const { decision, sending, tries = [] } = call;
  const last = tries.at(-1);
  if (sending === undefined || last === undefined || isInFlight(call)) return false;
  return decision === undefined || last.at >= decision.created_at;
}
