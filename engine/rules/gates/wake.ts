import { defined } from '#contract/defined.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { expire, expiresAt, isOver } from '../expiry.ts';
import type { RunEvent } from '../events.ts';
import type { Input } from '../inputs.ts';
import { awaitedFor, pauseOf } from '../pause.ts';
import type { Step } from '../step.ts';
import { holdingGateOf } from './gate-of-call.ts';
import { approvalsOf, pauseWith } from './held-pause.ts';
import { currentStage } from './progress.ts';
import { dueActions, groupsAccepted, nextAction, type StageAction } from './stage-clock.ts';

/**
 * The workflow's timer for what is due during a pause has run: approvers are reminded, or the call is escalated, once for each
 * wait at a stage. Both at once if nobody was there to do it in time. What was decided, withdrawn or revised meanwhile has
 * another stage or call, at which nothing may be due.
 * @returns nothing if nothing is due by what is stored; when it is, if this clock is behind; what ends the pause, if it is over
 */
export function wake(
  stored: LoadedRun,
  input: Extract<Input, { type: 'wake' }>,
  now: Date,
): Step | { until: Date } | undefined {
  const pause = pauseOf(stored);
  if (pause === undefined || awaitedFor(pause) !== input.tool_call_id) return undefined;
  if (isOver(pause, now)) {
    const expires_at = toTimestamp(expiresAt(pause));
    return expire(stored, { ...input, type: 'expiry', expires_at }, now);
  }
  const call = stored.calls.find(({ _id }) => _id === pause.tool_call_id);
  if (call === undefined) return undefined;
  const due = dueActions(call, now);
  if (due.length > 0) return act(stored, call, due, now);
  const next = nextAction(call);
  return next !== undefined && toTimestamp(next) === input.wake_at ? { until: next } : undefined;
}

function act(stored: LoadedRun, call: ToolCallDocument, due: StageAction[], now: Date): Step {
  const { stage_clock: clock } = call;
  if (clock === undefined) throw new Error('what has no clock has nothing that is due');
  const stage_clock = {
    ...clock,
    ...(due.includes('remind') ? { reminded_at: now } : {}),
    ...(due.includes('escalate') ? { escalated_at: now } : {}),
  };
  // A decision based on an earlier read fails, because it did not know of the escalation.
  const approval_changes = (call.approval_changes ?? 0) + 1;
  const after = { ...call, stage_clock, approval_changes };
  return {
    by: 'workflow',
    calls: [{ before: call, set: { stage_clock, approval_changes } }],
    events: due.map((action) => eventOf(stored, after, action)),
    ...pauseWith(stored, after),
  };
}

function eventOf({ run }: LoadedRun, call: ToolCallDocument, action: StageAction): RunEvent {
  const { _id: tool_call_id, patch_ref, stage_clock } = call;
  const { pause } = run;
  const stage = currentStage(holdingGateOf(call), call.approvals ?? []);
  if (stage === undefined || stage_clock === undefined || pause === undefined)
    throw new Error('a call that nobody holds is not waiting');
  const data = {
    run_id: run._id,
    tool_call_id,
    patch_ref,
    stage: stage.index + 1,
    waiting_since: toTimestamp(stage_clock.since),
    groups: groupsAccepted(stage, stage_clock),
    approvals: approvalsOf(call, pause.excluded),
    expires_at: toTimestamp(expiresAt(pause)),
  };
  return action === 'remind'
    ? { type: 'approval.reminder', data }
    : { type: 'approval.escalated', data: { ...data, ...defined({ escalated_to: stage.escalate_to }) } };
}
