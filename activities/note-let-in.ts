import type { Database } from '#store/database.ts';
import { removeLetIn } from '#store/outbox.ts';
import type { LoadedRun } from '#store/runs.ts';

/**
 * A workflow that has waited and goes on knows that its run was let in: Temporal need not be told any more. Nobody waits
 * for that; where it does not come about, the run is told once more, which changes nothing.
 * @param let_in the workflow says so; a worker that works for a workflow which does not may be one that was given up
 */
export function noteLetIn(db: Database, { run, thread }: LoadedRun, { let_in }: { let_in?: true }): void {
  if (let_in === undefined || thread.outbox?.run_id !== run._id) return;
  removeLetIn(db, thread._id, thread.outbox).catch(() => {});
}
