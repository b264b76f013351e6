import type { LoadedRun, RunMessage, RunOutbox } from '../documents/run.ts';
import { dueAt } from './due-at.ts';
import type { Step } from './step.ts';
import { grantsLock } from './thread-lock.ts';

/**
 * The entry for a message.
 * @param version the version of the run that is stored with it
 */
export function entryFor(message: RunMessage, version: number, now: Date): RunOutbox {
  return { ...message, version, due_at: dueAt(now) };
}

/**
 * Outbox entry for a requested cancellation. If the start may still be pending, the entry stays a `start`; the sender
 * starts the workflow and then cancels it.
 */
export function cancelMessage(before: RunOutbox | undefined): RunMessage {
  return { kind: before?.kind === 'start' ? 'start' : 'cancel' };
}

/**
 * The pending notification of the run's workflow after a step.
 *
 * A step of the workflow proves that it runs and knows why it was resumed. It does not prove that the workflow no
 * longer waits for the thread lock: a worker that Temporal has given up on may have taken the step. The notification
 * that ends that wait therefore remains until it was delivered, even after the run has paused or ended: a requested
 * cancellation, and that the run has the thread lock.
 */
export function outboxAfter(
  { run, thread }: Pick<LoadedRun, 'run' | 'thread'>,
  { by, tell, state }: Pick<Step, 'by' | 'tell' | 'state'>,
  now: Date,
): RunOutbox | undefined {
  const { outbox: before } = run;
  const entry = (message: RunMessage) => entryFor(message, run.version + 1, now);
  // Starting or ending a workflow includes the check.
  const looksAnyway = before?.kind === 'start' || before?.kind === 'cancel';
  if (tell?.kind === 'look' && looksAnyway) return before;
  if (tell !== undefined) {
    return entry(
      (tell.kind === 'resume' || tell.kind === 'look') && grantsLock(before)
        ? { ...tell, let_in: true }
        : tell,
    );
  }
  if (by === 'sweep') return undefined;
  if (by === 'client') return before;
  if (before !== undefined && run.cancel_requested === true) return before;
  const leavesLine = (state?.state ?? run.state) !== 'running';
  // A new entry, for one that is stored may have been delivered before the workflow began to wait.
  if (leavesLine && thread.outbox?.run_id === run._id)
    return entry(grantsLock(before) ? before : { kind: 'lockGranted' });
  // An approved call is made without the lock, and may have been approved before others were: the workflow that made it may not know
  // that these are resolved, too (thread.beside.sent-at-once).
  const makesCallsOnly = !leavesLine && thread.active_runs[0] !== run._id;
  const isResumed = makesCallsOnly && before?.kind === 'resume';
  return isResumed || grantsLock(before) ? before : undefined;
}
