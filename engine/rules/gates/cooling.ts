import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun, PauseDocument, RunDocument } from '../../documents/run.ts';
import type { DecisionDocument, ToolCallDocument } from '../../documents/tool-call.ts';
import { waitsFor } from '../calls.ts';
import { heldCalls } from '../pause.ts';
import { hasStarted, startedEvent } from '../resolve-call.ts';
import { resumes, tellsResolved } from '../resumes.ts';
import type { Step } from '../step.ts';
import type { CallChange, RuleContext } from '../stored.ts';
import { holdingGateOf } from './gate-of-call.ts';

type Cooled = PauseDocument<'confirmation'> & { not_before: Date };

/**
 * Until when a call stays held that has all of its approvals (gate.cooling): it cools off since it was held, or corrected, and each
 * stage can be undone since its last approval. The latest of these counts.
 * @param given all of its approvals
 * @returns undefined if it can be made at once
 */
export function notBefore(
  call: Pick<ToolCallDocument, 'applied_gate' | 'started_at'>,
  { created_at }: Pick<PauseDocument, 'created_at'>,
  given: readonly DecisionDocument[],
  now: Date,
): Date | undefined {
  const { cooling_off_seconds, stages } = holdingGateOf(call);
  const heldSince = Math.max(created_at.getTime(), call.started_at.getTime());
  const approvedAt = (index: number) =>
    Math.max(
      ...given.filter(({ stage = 0 }) => stage === index).map((approval) => approval.created_at.getTime()),
    );
  const ends = [
    ...after(heldSince, cooling_off_seconds),
    ...stages.flatMap(({ undo_seconds }, index) => after(approvedAt(index), undo_seconds)),
  ];
  const latest = Math.max(...ends);
  return latest > now.getTime() ? new Date(latest) : undefined;
}

function after(from: number, seconds: number | undefined): number[] {
  return seconds === undefined ? [] : [from + seconds * 1000];
}

/** The held calls of a run that have all of their approvals, and stay held for a while, or until a freeze is lifted. */
export function approvedCalls(run: Pick<RunDocument, 'pauses'>): Cooled[] {
  return heldCalls(run).filter((item): item is Cooled => item.not_before !== undefined);
}

/** Those that stay held for a while. */
export function coolingCalls(run: Pick<RunDocument, 'pauses'>): Cooled[] {
  return approvedCalls(run).filter(({ frozen }) => frozen === undefined);
}

/** The time at which an approved call of a run is made, as people see it, if it is still held. */
export function notBeforeOf(run: Pick<RunDocument, 'pauses'>, callId: string): { not_before?: string } {
  const cooling = coolingCalls(run).find(({ tool_call_id }) => tool_call_id === callId);
  return cooling === undefined ? {} : { not_before: toTimestamp(cooling.not_before) };
}

/**
 * Has the calls made whose time to be withdrawn or rejected is over (gate.cooling.made). The clock of the store decides: a process
 * whose clock is ahead would take that time away.
 * @returns nothing if it is over for none
 * @throws {ClockApartError} if a call cools off, and the clock of this process is wrong
 */
export function release(
  stored: LoadedRun,
  by: 'client' | 'workflow',
  { storeNow }: Pick<RuleContext, 'storeNow'>,
): Step | undefined {
  const cooling = coolingCalls(stored.run);
  if (cooling.length === 0) return undefined;
  const now = storeNow();
  // Run and calls are read one after the other: a call may have been made or have lost its approvals in between.
  const held = stored.calls.filter(
    (call) => waitsFor(call) === 'confirmation' && call.not_before !== undefined,
  );
  const due = cooling.filter(
    ({ not_before, tool_call_id }) => not_before <= now && held.some(({ _id }) => _id === tool_call_id),
  );
  if (due.length === 0) return undefined;
  const calls = held.filter(({ _id }) => due.some(({ tool_call_id }) => tool_call_id === _id));
  return {
    ...resumes(stored, due, by),
    ...(by === 'client' ? tellsResolved(stored) : {}),
    calls: calls.map(released),
    events: calls.filter((call) => !hasStarted(call)).map((call) => startedEvent(call)),
  };
}

/** The last approval is the decision from now on. */
export function released(call: ToolCallDocument): CallChange {
  const given = call.approvals ?? [];
  const decision = given.at(-1);
  if (decision === undefined) throw new Error(`call ${call._id} cools off without an approval`);
  const approval_changes = (call.approval_changes ?? 0) + 1;
  return given.length === 1
    ? { before: call, set: { decision, approval_changes }, unset: ['approvals'] }
    : { before: call, set: { decision, approvals: given.slice(0, -1), approval_changes } };
}

/**
 * When the first of the calls that cool off is to be made, by the clock of this process.
 * @returns undefined if none of them is to be made then
 */
export function releaseAt(
  run: Pick<RunDocument, 'pauses'>,
  { now, storeNow }: Pick<RuleContext, 'now' | 'storeNow'>,
): Date | undefined {
  const times = coolingCalls(run).map(({ not_before }) => not_before.getTime());
  if (times.length === 0) return undefined;
  return new Date(now.getTime() + Math.min(...times) - storeNow().getTime());
}
