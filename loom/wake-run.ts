import type { Directive } from '#contract/directives.ts';
import type { ResumedInput } from '#contract/temporal.ts';
import type { Database } from '#store/database.ts';
import { loadRun, toRunLabels, type RunDocument } from '#store/runs.ts';
import { directiveOf } from './directive-of.ts';

/** The workflows of runs, as the rest of the service reaches them. Every call may be made twice. */
export interface RunWorkflows {
  start: (run: ReturnType<typeof toRunLabels>) => Promise<void>;
  resume: (runId: string, input: ResumedInput) => Promise<void>;
  cancel: (runId: string) => Promise<void>;
}

/**
 * Calls for the reaction that a run's workflow owes. Whoever makes the write that calls for it does so right after;
 * the sweep does it again when nothing has happened.
 * @throws when Temporal does not answer
 */
export async function wakeRun(db: Database, workflows: RunWorkflows, run: RunDocument): Promise<void> {
  switch (run.wake?.kind) {
    case 'start':
      await workflows.start(toRunLabels(run));
      break;
    case 'resume': {
      const { tool_call_id } = run.wake;
      const loaded = await loadRun(db, { run_id: run._id, thread_id: run.thread_id });
      if (loaded === null) return;
      const directive: Directive = directiveOf(loaded);
      await workflows.resume(run._id, { tool_call_id, directive });
      break;
    }
    case 'cancel':
      await workflows.cancel(run._id);
      break;
    case undefined:
      break;
  }
}
