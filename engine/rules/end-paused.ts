import type { ClosingReason, LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { isInFlight, waitsFor } from './calls.ts';
import { closed, endOf } from './ending.ts';
import type { Step } from './step.ts';

/**
 * The step that ends a paused run. Calls on which people have decided before are made first: the run then works, and closes with
 * the last of them (gate.set.approved-first). All others are resolved at once.
 * @param wasMade whether a call was made, although the store does not know it. Default: none
 */
export function endPaused(
  { calls }: LoadedRun,
  reason: ClosingReason,
  by: Step['by'],
  now: Date,
  wasMade?: (call: ToolCallDocument) => boolean,
): Step {
  const state = closed(reason);
  const first = calls.filter((call) => isMadeFirst(call, reason));
  const others = calls.filter((call) => !first.includes(call));
  const ended = endOf(others, state, now, wasMade);
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
