import type { Database } from '#store/database.ts';
import { removeLetIn } from '#store/outbox.ts';
import type { LoadedRun } from '#store/runs.ts';

/**
 * A run that works knows that it was let in: Temporal need not be told any more. Nobody waits for that; where it does
 * not come about, the run is told once more, which changes nothing.
 */
export function noteLetIn(db: Database, { run, thread }: LoadedRun): void {
  if (thread.outbox?.run_id !== run._id) return;
  removeLetIn(db, thread._id, run._id).catch(() => {});
}
