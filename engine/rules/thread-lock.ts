import { isPaused } from '#contract/run-state.ts';
import type { LoadedRun, RunOutbox } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { dueAt } from './due-at.ts';

/**
 * Whether a run holds the thread lock, so that it may work: of the runs that are open on a thread, the one that was opened
 * first holds it. A run for which a cancellation was requested needs it no more. Nor do calls that were approved: they are made
 * while others of their turn are held, and before their run closes.
 */
export type LockState = 'held' | 'awaited' | 'cancelled';

/** Whether a run may work now. */
export function lockState({ run, thread }: Pick<LoadedRun, 'run' | 'thread'>): LockState {
  if (run.closing !== undefined || isPaused(run.state)) return 'held';
  if (run.cancel_requested === true) return 'cancelled';
  return thread.active_runs[0] === run._id ? 'held' : 'awaited';
}

/**
 * Whether a call of a run may be made now. One that was held needs no lock: people have approved it, and it is made at once while
 * another run works on the thread (gate.set.sent-at-once). The turn after it waits.
 */
export function lockStateOfCall(
  read: Pick<LoadedRun, 'run' | 'thread'>,
  { set }: Pick<ToolCallDocument, 'set'>,
): LockState {
  const lock = lockState(read);
  return lock === 'awaited' && set !== undefined ? 'held' : lock;
}

/**
 * The run to which Temporal has to grant the thread lock, if it has just got it because another run gave it up. A step
 * of that run does not prove that its workflow knows: a worker that Temporal has given up on may have taken it.
 */
export function grantLock(
  thread: ThreadDocument,
  before: ThreadDocument['outbox'],
  line: string[],
  by: string,
  now: Date,
): ThreadDocument['outbox'] {
  const [first] = line;
  if (first === undefined) return undefined;
  if (first !== by && thread.active_runs[0] === by)
    return { kind: 'lockGranted', run_id: first, version: thread.version + 1, due_at: dueAt(now) };
  return before?.run_id === first ? before : undefined;
}

/**
 * A run that resumes works next, because those that wait for their first turn are newer (run.order.resumed-before-new).
 */
export function inLine(active: string[], runId: string): string[] {
  if (active.includes(runId)) return active;
  return [...active.slice(0, 1), runId, ...active.slice(1)];
}

/** Whether the workflow is yet to be notified that its run has the thread lock. */
export function grantsLock(
  entry: RunOutbox | undefined,
): entry is Extract<RunOutbox, { kind: 'lockGranted' | 'resume' | 'look' }> {
  if (entry?.kind === 'resume' || entry?.kind === 'look') return entry.let_in === true;
  return entry?.kind === 'lockGranted';
}
