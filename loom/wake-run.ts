import { isTerminal } from '#contract/run-state.ts';
import type { ResumedInput } from '#contract/temporal.ts';
import type { Database } from '#store/database.ts';
import { advanceRun, type RunStep } from '#store/advance-run.ts';
import { clearWake, loadRun, toRunLabels, type LoadedRun, type RunDocument } from '#store/runs.ts';
import { closeRun } from './close-run.ts';
import { failedRun } from './failed-run.ts';
import { directiveOf } from './directive-of.ts';

/** The workflows of runs, as the rest of the service reaches them. Every call may be made twice. */
export interface RunWorkflows {
  /** False when the workflow was started before, and has ended. */
  start: (run: ReturnType<typeof toRunLabels>) => Promise<boolean>;
  /** False when the workflow has ended. */
  resume: (runId: string, input: ResumedInput) => Promise<boolean>;
  /** False when the workflow has ended. */
  cancel: (runId: string) => Promise<boolean>;
}

/**
 * Calls for the reaction that a run's workflow owes. Whoever makes the write that calls for it does so right after;
 * the sweep does it again when nothing has happened. A run whose workflow was ended from outside (terminated by an
 * operator) cannot go on: it is ended here, so that its thread is free.
 * @throws when Temporal does not answer
 */
export async function wakeRun(db: Database, workflows: RunWorkflows, run: RunDocument): Promise<void> {
  const { wake } = run;
  if (wake === undefined) return;
  const heard = await call(db, workflows, run, wake);
  if (heard) return;
  const { _id: run_id, thread_id, turn_count } = run;
  const loaded = await loadRun(db, { run_id, thread_id, turn_count });
  if (loaded === null) return;
  // A run that was cancelled while it was paused ended with its workflow: nothing is owed any more.
  if (isTerminal(loaded.run.state)) await clearWake(db, loaded.run);
  else await advanceRun(db, loaded, endOrphan(loaded));
}

/** False when there is no workflow that could hear it. */
async function call(
  db: Database,
  workflows: RunWorkflows,
  run: RunDocument,
  wake: NonNullable<RunDocument['wake']>,
): Promise<boolean> {
  switch (wake.kind) {
    case 'start': {
      const alive = await workflows.start(toRunLabels(run));
      // Somebody asked for its end before it reacted to its start: that call may be lost as well.
      return alive && run.cancel_requested === true ? await workflows.cancel(run._id) : alive;
    }
    case 'cancel':
      return await workflows.cancel(run._id);
    case 'resume': {
      const { _id: run_id, thread_id, turn_count } = run;
      const loaded = await loadRun(db, { run_id, thread_id, turn_count });
      if (loaded === null) return true;
      const { tool_call_id } = wake;
      return await workflows.resume(run_id, { tool_call_id, directive: directiveOf(loaded) });
    }
  }
}

function endOrphan(loaded: LoadedRun): RunStep {
  const cancelled = loaded.run.cancel_requested === true ? closeRun(loaded, 'cancelled') : undefined;
  return cancelled ?? failedRun('internal_error');
}
