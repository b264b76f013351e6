import type { ChatApproval } from '#contract/chat.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import { defined } from '#contract/defined.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { DecisionDocument, ToolCallDocument } from '#engine/documents/tool-call.ts';
import { shownWrite } from '#engine/rules/gates/shown-write.ts';
import { waitingCall } from '#engine/rules/gates/waiting-call.ts';
import { heldAs, shownOf } from '#engine/rules/pause.ts';
import { redactedDetail } from '#engine/rules/redaction.ts';
import { isInDoubt } from '#engine/rules/resolve-call.ts';

/**
 * A write with a gate as a conversation shows it: what it is, who decided, and what came of it.
 * @returns undefined for a call that was never held
 */
export function chatApproval(run: RunDocument, call: ToolCallDocument): ChatApproval | undefined {
  const held = heldAs(run, call._id);
  const decisions = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
  // Its place among those that are held together is recorded when it is held.
  if (held === undefined && call.set === undefined && decisions.length === 0) return undefined;
  const text = held?.shown ?? call.shown;
  if (held !== undefined && text !== undefined) return heldApproval(shownOf(held, text));
  return {
    run_id: run._id,
    tool_call_id: call._id,
    patch_ref: call.patch_ref,
    ...shownWrite(waitingCall(call)),
    status: statusOf(call),
    decisions: decisions.map((decision) => shownDecision(call, decision)),
    ...defined({ error: call.error }),
  };
}

/** The same for a call that is held, as its thread or its event shows it. */
export function heldApproval(shown: PendingConfirmation): ChatApproval {
  const decisions = (shown.approvals?.given ?? []).map(({ actor, via, at }) => ({
    decision: 'approve' as const,
    actor,
    via,
    at,
  }));
  return { ...shown, status: 'held', decisions };
}

function shownDecision(
  call: ToolCallDocument,
  { decision, actor, via, detail, created_at }: DecisionDocument,
): ChatApproval['decisions'][number] {
  return {
    decision,
    actor,
    ...defined({ via }),
    at: toTimestamp(created_at),
    // The detail of an approval is not part of the result.
    ...(detail === undefined ? {} : { detail: redactedDetail(decision === 'reject' ? call : {}, detail) }),
  };
}

function statusOf(call: ToolCallDocument): ChatApproval['status'] {
  const { status, decision, error, result } = call;
  if (decision?.decision === 'reject') return 'rejected';
  if (status === 'ok') return 'done';
  if (status === 'pending') return decision === undefined ? 'held' : 'approved';
  if (isInDoubt(call)) return 'unknown';
  const { declined } = result === undefined ? {} : fromJsonText<{ declined?: unknown }>(result);
  return error?.code === 'expired' || declined === true ? 'expired' : 'failed';
}
