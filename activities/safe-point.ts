import type { Directive } from '#contract/directives.ts';
import type { Database } from '#store/database.ts';
import { closeRun } from '#loom/close-run.ts';
import type { LoadedRun } from '#store/runs.ts';

import { writeStep } from './write-step.ts';

/**
 * Before a run works: what keeps it from working. It may have been asked to end, or another run may have the floor
 * of its thread.
 * @returns what the workflow does instead, or undefined when the run may work
 */
export async function atSafePoint(db: Database, loaded: LoadedRun): Promise<Directive | undefined> {
  const { run, thread } = loaded;
  if (run.cancel_requested === true) {
    return await writeStep(db, loaded, (current) => closeRun(current, 'cancelled'));
  }
  return thread.active_runs[0] === run._id ? undefined : { next: 'wait_for_floor' };
}
