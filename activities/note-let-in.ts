import type { Database } from '#store/mongo/database.ts';
import { removeLetIn } from '#store/runs/outbox.ts';
import type { LoadedRun } from '#store/documents/run.ts';

/**
 * A workflow that has waited and goes on knows that its run was let in: Temporal need not be told any more. Nobody waits
 * for that; where it does not come about, the run is told once more, which changes nothing.
 * @returns what was loaded, without the entry: a step that is written for it drops the entry too
 * @param let_in the workflow says so; a worker that works for a workflow which does not may be one that was given up
 */
export function noteLetIn(db: Database, loaded: LoadedRun, { let_in }: { let_in?: true }): LoadedRun {
  const { outbox, ...thread } = loaded.thread;
  if (let_in === undefined || outbox?.run_id !== loaded.run._id) return loaded;
  removeLetIn(db, thread._id, outbox).catch(() => {});
  return { ...loaded, thread };
}
