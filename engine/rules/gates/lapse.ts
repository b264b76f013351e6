import type { ReturnReason } from '#contract/approval-check.ts';
import { defined } from '#contract/defined.ts';
import type { LoadedRun } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { sentBefore, waitsFor } from '../calls.ts';
import { leadToSame } from './accounts.ts';
import { holdingGateOf } from './gate-of-call.ts';
import type { FoundBeforeSending, Input, StricterCall } from '../inputs.ts';
import { makesCalls } from '../pause.ts';
import type { Step } from '../step.ts';
import type { UnsetField } from '../stored.ts';

/**
 * The reason why the approvals of a call are too old for it to be sent, or sent again: a store was restored, an outage
 * was long, or the policy wants the oldest to be younger (approval-policy.checks.age). Its approvers expected it to be
 * sent at once (confirm.late-execution).
 * @returns undefined if they are not
 */
export function tooOld(
  call: Pick<ToolCallDocument, 'decision' | 'approvals' | 'applied_gate' | 'not_before'>,
  now: Date,
  validMs: number,
): 'not_sent_in_time' | 'approval_age' | undefined {
  const { decision, approvals = [], not_before } = call;
  if (decision?.decision !== 'approve') return undefined;
  const isOlder = ({ created_at }: { created_at: Date }, ms: number) =>
    created_at.getTime() + ms <= now.getTime();
  // A call that had to wait could not be sent before.
  if (isOlder({ created_at: not_before ?? decision.created_at }, validMs)) return 'not_sent_in_time';
  const given = [...approvals, decision];
  const isAged = (holdingGateOf(call).checks ?? []).some(
    (check) =>
      check.type === 'approval_age' && given.some((approval) => isOlder(approval, check.max_seconds * 1000)),
  );
  return isAged ? 'approval_age' : undefined;
}

/**
 * Why the approvals of a call lapse, so that it is not sent. An attempt on which the host certainly did not act does not count as
 * sent. A call that may have been sent does not lapse, because it may have taken effect.
 * @param found what was found out when it was to be sent. Default: nothing
 */
export function lapsesBecause(
  call: ToolCallDocument,
  now: Date,
  validMs: number,
  { accounts, moved_from, stricter }: FoundBeforeSending = {},
): ReturnReason | undefined {
  if (sentBefore(call) !== undefined) return undefined;
  // A call that its policy let through has no approvals, and comes to its gate for the first time.
  if (call.decision === undefined) return stricter === undefined ? undefined : 'facts';
  if (call.decision.decision !== 'approve') return undefined;
  const late = tooOld(call, now, validMs);
  if (late !== undefined) return late;
  if (moved_from !== undefined && moved_from === call.connection?.configuration) return 'connection';
  if (accounts !== undefined && !leadToSame(call, accounts)) return 'identify';
  return stricter === undefined ? undefined : 'facts';
}

/**
 * Returns an approved call that was not sent to its gate, where it needs all of its approvals again. The run is
 * directed to hold it, beside those that are held or after the other calls of its turn, which also checks whether it can still be
 * made, and resolves its account references.
 */
export function lapse(
  stored: LoadedRun,
  { tool_call_id, valid_ms, ...found }: Extract<Input, { type: 'approval_lapsed' }>,
  now: Date,
): Step | undefined {
  const { run, calls } = stored;
  const call = calls.find(({ _id }) => _id === tool_call_id);
  if (!makesCalls(run) || call === undefined || waitsFor(call) !== 'execution') return undefined;
  if (run.cancel_requested === true) return undefined;
  const reason = lapsesBecause(call, now, valid_ms, found);
  if (reason === undefined) return undefined;
  const approvals = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
  const lapsed_decisions = [
    ...(call.lapsed_decisions ?? []),
    ...approvals.map((approval) => ({ ...approval, lapsed_at: now, lapsed_because: reason })),
  ];
  const unset: UnsetField[] = ['decision', 'effect_claim'];
  if (call.approvals !== undefined) unset.push('approvals');
  if (call.not_before !== undefined) unset.push('not_before');
  const before = reason === 'identify' ? call.accounts : undefined;
  const returned = { reason, at: now, ...defined({ accounts: before }) };
  const set = {
    ...(lapsed_decisions.length === 0 ? {} : { lapsed_decisions }),
    returned,
    ...(reason === 'facts' && found.stricter !== undefined ? asStricter(call, found.stricter) : {}),
  };
  return { by: 'workflow', calls: [{ before: call, set, unset }] };
}

/** The call as its stricter gate holds it. One that was never held has no gate yet. */
function asStricter(
  { gate: before }: ToolCallDocument,
  { gate, payment, first }: StricterCall,
): Partial<ToolCallDocument> {
  return { applied_gate: gate, payment, ...(before === null ? { gate: 'confirm' as const, ...first } : {}) };
}
