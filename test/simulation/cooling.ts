import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { holdingGateOf } from '#engine/rules/gates/gate-of-call.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** How far clocks differ. */
const mostSkewMs = 1000;

type Approved = Pick<ToolCallDocument, 'applied_gate' | 'approvals' | 'decision' | 'started_at'>;

/** When a call with these approvals can be sent at the earliest: its hold is not known, but it was not before the call was made. */
export function earliestOf({ applied_gate, approvals = [], decision, started_at }: Approved): number {
  const { cooling_off_seconds = 0, stages } = holdingGateOf({ applied_gate });
  const given = [...approvals, ...(decision === undefined ? [] : [decision])];
  const undone = given.map(
    ({ created_at, stage = 0 }) => created_at.getTime() + (stages[stage]?.undo_seconds ?? 0) * 1000,
  );
  return Math.max(started_at.getTime() + cooling_off_seconds * 1000, ...undone);
}

/** Whether a call has all of its approvals and is still held. */
export function isCooling({ status, decision, not_before }: ToolCallDocument): boolean {
  return status === 'pending' && decision === undefined && not_before !== undefined;
}

/** Invariant of a call when it is sent. */
export function checkCooled({ scheduler }: World, call: ToolCallDocument): void {
  if (call.decision?.decision !== 'approve') return;
  must(
    scheduler.now >= earliestOf(call) - mostSkewMs,
    'an approved call is sent only after it has cooled off and can no longer be undone',
    call,
  );
}

/** When a withdrawal or a rejection was decided. Its write may take longer: the call is not sent if it comes before the sending. */
function undoneAt({ withdrawn_decisions = [], decision }: Partial<ToolCallDocument>, now: number): number {
  const decided = decision?.created_at ?? withdrawn_decisions.at(-1)?.withdrawn_at;
  return decided?.getTime() ?? now;
}

/** Invariants of the calls that cool off in a stored change. */
export function checkCooling(
  { scheduler, affected, temporal }: World,
  { run, calls }: Changes,
  approvalValidMs: number,
): void {
  const { now } = scheduler;
  for (const { before, set, unset = [] } of calls) {
    const notBefore = before.not_before?.getTime();
    if (notBefore === undefined) continue;
    const isWithdrawn = unset.includes('not_before') && before.decision === undefined;
    const isUndone = isWithdrawn || (isCooling(before) && set.decision?.decision === 'reject');
    must(
      !isUndone ||
        before.frozen !== undefined ||
        (before.sending === undefined && undoneAt(set, now) < notBefore + mostSkewMs),
      'a call is withdrawn or rejected only before it is to be sent, by the time at which this is decided, and has not been sent',
      { before, set, now },
    );
    // An operator has ended the workflow: nobody would send it any more.
    const isEnded = temporal.workflows.get(run._id)?.state === 'terminated';
    const isExpired = set.error?.code === 'expired' || set.result?.includes('"expired"') === true;
    must(
      !isCooling(before) || !isExpired || isWithdrawn || affected.has(run._id) || isEnded,
      'an approved call that waits to be sent does not expire',
      { before, set },
    );
    must(
      set.returned?.reason !== 'not_sent_in_time' || now >= notBefore + approvalValidMs - mostSkewMs,
      'the time in which an approved call must be sent counts from when it could be',
      { before, set, now },
    );
  }
}

/** Invariant after every write. */
export function checkWaits(run: RunDocument, calls: readonly ToolCallDocument[]): void {
  must(
    run.state !== 'running' || !calls.some(isCooling),
    'a run does not continue while an approved call of its turn waits to be sent',
    { run, calls },
  );
}
