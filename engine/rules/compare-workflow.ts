import type { WorkflowPause, WorkflowView } from '#contract/temporal/workflow-view.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ThreadPauseDocument } from '../documents/thread.ts';
import { directiveOf } from './directive.ts';
import { nextEnd } from './ends.ts';
import { pauseOf } from './pause.ts';

/** The workflow's own timer ends a pause. Clocks differ, and a workflow may be late by as much. */
const latestExpiryMs = 60_000;

/**
 * The repair that makes a run and its workflow agree again.
 *
 * - `start`: there is no workflow. It reads the next step from the store.
 * - `restart`: none of the workflow's tasks can succeed any more. It restarts, and reads the next step from the store.
 * - `tell`: the workflow waits for something that is over, or lacks a time or an approved call that is due meanwhile.
 * - `expire`: the workflow waits for something that has expired.
 * - `end`: the workflow has closed, so that nothing would process an answer any more.
 */
export type Disagreement = 'start' | 'restart' | 'tell' | 'expire' | 'end';

/**
 * Compares an open run with its workflow. They can disagree only if one of the two stores has lost accepted data, or if
 * somebody has ended the workflow: otherwise the pending notification is in the outbox, which the sweep sends.
 * @param stored the run as it was before the workflow was viewed, and still is: the workflow may have progressed
 * between
 * @returns undefined if they agree, or if the outbox has a pending notification
 */
export function compareWorkflow(
  stored: LoadedRun,
  workflow: WorkflowView,
  now: Date,
): Disagreement | undefined {
  const { run, thread } = stored;
  if (run.outbox !== undefined || thread.outbox?.run_id === run._id) return undefined;
  switch (workflow.is) {
    case 'unknown':
      return 'start';
    case 'closed':
      return 'end';
    case 'diverged':
      return 'restart';
    case 'working':
      return undefined;
    case 'waiting': {
      const pause = pauseOf(stored);
      if (pause !== undefined) {
        if (!isSame(pause, workflow.paused_for)) return 'tell';
        if (isLate(nextEnd(pause), now)) return 'expire';
        const next = directiveOf(stored);
        if (next.next !== 'pause' || next.approved !== undefined) return 'tell';
        return isLate(next.wake_at === undefined ? undefined : new Date(next.wake_at), now)
          ? 'tell'
          : undefined;
      }
      // The run with the thread lock waits only for a provider, and ignores signals meanwhile.
      return workflow.paused_for !== undefined || thread.active_runs[0] === run._id ? 'tell' : undefined;
    }
  }
}

/** Whether the timer of a workflow for this time should long have run. */
function isLate(at: Date | undefined, now: Date): boolean {
  return at !== undefined && at.getTime() + latestExpiryMs < now.getTime();
}

function isSame(pause: ThreadPauseDocument, waits: WorkflowPause | undefined): boolean {
  return waits?.tool_call_id === pause.tool_call_id;
}
