import { ApplicationFailure } from '@temporalio/activity';
import type { Directive } from '#contract/directives.ts';
import { advanceRun, type RunStep } from '#store/advance-run.ts';
import { StaleWriteError } from '#store/commit.ts';
import type { Database } from '#store/database.ts';
import { directiveOf } from '#loom/directive-of.ts';
import { loadRun, type LoadedRun, type RunToLoad } from '#store/runs.ts';

/** A run with its thread and calls. */
export async function mustLoadRun(db: Database, ids: RunToLoad): Promise<LoadedRun> {
  const loaded = await loadRun(db, ids);
  if (loaded === null) throw ApplicationFailure.nonRetryable('the run is not in the store', 'unknown_run');
  return loaded;
}

/**
 * Writes a step of a run. Where another write came first (a message was posted to the thread, another call of the
 * turn was resolved), the run is loaded again and the step made again: never what led to it, a model turn or a call.
 * @param make makes the step for the run as it is, or nothing when there is none to make any more
 */
export async function writeStep(
  db: Database,
  loaded: LoadedRun,
  make: (loaded: LoadedRun) => RunStep | undefined,
): Promise<Directive> {
  let current = loaded;
  for (;;) {
    const step = make(current);
    if (step === undefined) return directiveOf(current);
    try {
      return directiveOf(await advanceRun(db, current, step));
    } catch (error) {
      if (!(error instanceof StaleWriteError)) throw error;
    }
    const { _id: run_id, thread_id, turn_count } = loaded.run;
    current = await mustLoadRun(db, { run_id, thread_id, turn_count });
  }
}
