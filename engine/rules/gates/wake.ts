import { defined } from '#contract/defined.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun, RunDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { nextEnd } from '../ends.ts';
import { expire } from '../expiry.ts';
import type { RunEvent } from '../events.ts';
import type { Input } from '../inputs.ts';
import { heldAs, pauseOf } from '../pause.ts';
import type { Step } from '../step.ts';
import type { RuleContext } from '../stored.ts';
import { coolingCalls, release, releaseAt } from './cooling.ts';
import { holdingGateOf } from './gate-of-call.ts';
import { approvalsOf, pauseWith } from './held-pause.ts';
import { currentStage } from './progress.ts';
import { dueActions, groupsAccepted, nextAction, type StageAction } from './stage-clock.ts';

/**
 * The workflow's timer for what is due during a pause has run: calls that have cooled off are made, approvers are reminded, or calls
 * are escalated, once for each wait at a stage. Both at once if nobody was there to do it in time. What was decided, withdrawn or revised meanwhile has
 * another stage or call, at which nothing may be due.
 * @returns nothing if nothing is due by what is stored; when it is, if this clock is behind; what ends the pause, if something is over
 */
export function wake(
  stored: LoadedRun,
  input: Extract<Input, { type: 'wake' }>,
  context: RuleContext,
): Step | { until: Date } | undefined {
  const pause = pauseOf(stored);
  if (pause?.tool_call_id !== input.tool_call_id) return undefined;
  const { now } = context;
  const end = nextEnd(pause);
  if (end <= now) return expire(stored, { ...input, type: 'expiry', expires_at: toTimestamp(end) }, context);
  const made = release(stored, 'workflow', context);
  if (made !== undefined) return made;
  const held = stored.calls.filter(({ _id }) => heldAs(stored.run, _id) !== undefined);
  const due = held.flatMap((call) => {
    const actions = dueActions(call, now);
    return actions.length === 0 ? [] : [{ call, actions }];
  });
  if (due.length > 0) return actOnAll(stored, due, now);
  const next = held.map(nextAction).find((at) => at !== undefined && toTimestamp(at) === input.wake_at);
  if (next !== undefined) return { until: next };
  const isOfCooling = coolingCalls(stored.run).some(
    ({ not_before }) => toTimestamp(not_before) === input.wake_at,
  );
  const until = isOfCooling ? releaseAt(stored.run, context) : undefined;
  return until === undefined ? undefined : { until };
}

/** A held call, and what is due for it. */
interface Due {
  call: ToolCallDocument;
  actions: StageAction[];
}

function actOnAll(stored: LoadedRun, due: readonly Due[], now: Date): Step {
  const steps: Step = { by: 'workflow', calls: [], events: [] };
  let { run } = stored;
  for (const each of due) {
    const { change, after, events } = act(run, each, now);
    run = { ...run, ...pauseWith({ run }, after) };
    steps.calls?.push(change);
    steps.events?.push(...events);
  }
  return { ...steps, ...defined({ pauses: run.pauses }) };
}

function act(run: RunDocument, { call, actions }: Due, now: Date) {
  const { stage_clock: clock } = call;
  if (clock === undefined) throw new Error('what has no clock has nothing that is due');
  const stage_clock = {
    ...clock,
    ...(actions.includes('remind') ? { reminded_at: now } : {}),
    ...(actions.includes('escalate') ? { escalated_at: now } : {}),
  };
  // A decision based on an earlier read fails, because it did not know of the escalation.
  const approval_changes = (call.approval_changes ?? 0) + 1;
  const after = { ...call, stage_clock, approval_changes };
  return {
    change: { before: call, set: { stage_clock, approval_changes } },
    after,
    events: actions.map((action) => eventOf(run, after, action)),
  };
}

function eventOf(run: RunDocument, call: ToolCallDocument, action: StageAction): RunEvent {
  const { _id: tool_call_id, patch_ref, stage_clock } = call;
  const held = heldAs(run, tool_call_id);
  const stage = currentStage(holdingGateOf(call), call.approvals ?? []);
  if (stage === undefined || stage_clock === undefined || held === undefined)
    throw new Error('a call that nobody holds is not waiting');
  const data = {
    run_id: run._id,
    tool_call_id,
    patch_ref,
    stage: stage.index + 1,
    waiting_since: toTimestamp(stage_clock.since),
    groups: groupsAccepted(stage, stage_clock),
    approvals: approvalsOf(call, held.excluded),
    expires_at: toTimestamp(held.expires_at),
  };
  return action === 'remind'
    ? { type: 'approval.reminder', data }
    : { type: 'approval.escalated', data: { ...data, ...defined({ escalated_to: stage.escalate_to }) } };
}
