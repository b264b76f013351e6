import type { LoadedRun } from '../documents/run.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';

/**
 * Removes the outbox entry of a thread lock that the workflow knows of, because it has waited and received it. This is
 * not awaited. If it fails, the run is signalled once more, which changes nothing.
 * @returns the loaded run without the entry, so that a step that is written for it also drops the entry
 * @param grant_version the entry that granted the lock, as the workflow received it. A later one is not affected: this
 * worker may be one that Temporal has given up on, while the workflow waits again
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
