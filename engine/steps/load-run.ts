import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { RunStore, RunToLoad } from '../ports/run-store.ts';
import { isOfOneMoment } from '../rules/one-moment.ts';
import { UnknownRun } from './try-again.ts';

/** Reads during writes can return documents of different moments. They are repeated up to this often. */
const mostReads = 10;

/**
 * A run with its thread and the calls of its latest turn, as of one moment; null if there is no such run.
 * @param known the run as it was just read: it is read again only if the others are of another moment
 */
export async function loadRun(
  store: Pick<RunStore, 'read'>,
  ids: RunToLoad,
  known?: RunDocument,
): Promise<LoadedRun | null> {
  let turn_count = ids.turn_count ?? 0;
  for (let reads = 1; ; reads += 1) {
    const read = await store.read({ ...ids, turn_count }, reads === 1 ? known : undefined);
    if (read === null || isOfOneMoment(read) || reads === mostReads) return read;
    ({ turn_count } = read.run);
  }
}

/**
 * The same for a run that must be there.
 * @throws {UnknownRun}
 */
export async function mustLoadRun(store: Pick<RunStore, 'read'>, ids: RunToLoad): Promise<LoadedRun> {
  const loaded = await loadRun(store, ids);
  if (loaded === null) throw new UnknownRun();
  return loaded;
}
