import type { LoadedRun } from '../documents/run.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';

/**
 * A workflow that has waited and was told of the outbox entry knows that its run may work, so the entry is removed. Nobody
 * waits for that. If it fails, the run is signalled once more, which changes nothing.
 * @returns the loaded run without the entry, so that a step that is written for it also drops the entry
 * @param grant_version the entry that granted the lock, of which the workflow was told. It says nothing of a later one: this worker may be one that
 *   Temporal has given up on, while the workflow waits again
 */
export function noteGrant(
  { removeGrant }: Pick<OutboxStore, 'removeGrant'>,
  loaded: LoadedRun,
  grant_version: number | undefined,
): LoadedRun {
  const { outbox, ...thread } = loaded.thread;
  if (outbox?.run_id !== loaded.run._id || outbox.version !== grant_version) return loaded;
  removeGrant(thread._id, outbox).catch(() => {});
  return { ...loaded, thread };
}
