import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { sentBefore, waitsFor } from './calls.ts';
import type { Input } from './inputs.ts';
import type { Step } from './step.ts';
import type { UnsetField } from './stored.ts';

/**
 * Whether an approval is too old for its call to be sent, or sent again: a store was restored, or an outage was long.
 * Whoever approved it expected that it would be carried out at once (confirm.late-execution).
 */
export function isTooOld(
  { decision }: Pick<ToolCallDocument, 'decision'>,
  now: Date,
  validMs: number,
): boolean {
  return decision?.decision === 'approve' && decision.created_at.getTime() + validMs <= now.getTime();
}

/**
 * Whether an approval lapses because its call was not sent in time. An attempt on which the host certainly did not act does
 * not count as sent. A call that may have been sent does not lapse, because it may have taken effect.
 */
export function hasLapsed(call: ToolCallDocument, now: Date, validMs: number): boolean {
  return isTooOld(call, now, validMs) && sentBefore(call) === undefined;
}

/**
 * An approved call that was not sent in time goes back to its gate, where it needs all of its approvals anew. The run is directed to
 * hold it, after the other calls of its turn, which also finds out whether it can still be made.
 */
export function lapse(
  stored: LoadedRun,
  { tool_call_id, valid_ms }: Extract<Input, { type: 'approval_lapsed' }>,
  now: Date,
): Step | undefined {
  const { run, calls } = stored;
  const call = calls.find(({ _id }) => _id === tool_call_id);
  if (run.state !== 'running' || call === undefined || waitsFor(call) !== 'execution') return undefined;
  if (run.cancel_requested === true || call.decision === undefined) return undefined;
  if (!hasLapsed(call, now, valid_ms)) return undefined;
  const approvals = [...(call.approvals ?? []), call.decision];
  const lapsed_decisions = [
    ...(call.lapsed_decisions ?? []),
    ...approvals.map((approval) => ({ ...approval, lapsed_at: now })),
  ];
  const unset: UnsetField[] = ['decision', 'effect_claim'];
  if (call.approvals !== undefined) unset.push('approvals');
  return {
    by: 'workflow',
    calls: [{ before: call, set: { lapsed_decisions }, unset }],
  };
}
