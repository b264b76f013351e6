import type { Database } from '#store/mongo/database.ts';
import { removeLetIn } from '#store/runs/outbox.ts';
import type { LoadedRun } from '#store/documents/run.ts';

/**
 * A workflow that has waited and now continues knows that its run may work, so the outbox entry is removed. Nobody
 * waits for that. If it fails, the run is signalled once more, which changes nothing.
 * @returns the loaded run without the entry, so that a step that is written for it also drops the entry
 * @param let_in whether the workflow says so; otherwise this worker may be one that Temporal has given up on
 */
export function noteLetIn(db: Database, loaded: LoadedRun, { let_in }: { let_in?: true }): LoadedRun {
  const { outbox, ...thread } = loaded.thread;
  if (let_in === undefined || outbox?.run_id !== loaded.run._id) return loaded;
  removeLetIn(db, thread._id, outbox).catch(() => {});
  return { ...loaded, thread };
}
