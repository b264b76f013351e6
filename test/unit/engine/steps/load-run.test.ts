import { expect, it, vi } from 'vitest';
import type { LoadedRun, RunDocument } from '#engine/documents/run.ts';
import type { RunStore, RunToLoad } from '#engine/ports/run-store.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import { call, paused, working } from '../../../support/rules/documents.ts';

const ids = { run_id: 'run', thread_id: 'thread', turn_count: 1 };

/** A store that has this now, and in which a run that is known is not read. */
function storing(stored: LoadedRun) {
  const read = async (_: RunToLoad, known?: RunDocument) =>
    await Promise.resolve({ ...stored, run: known ?? stored.run });
  return { read: vi.fn<RunStore['read']>(read) };
}

it('a run that was just read is not read again, if thread and calls are of the same moment', async () => {
  const stored = paused('confirmation');
  const store = storing({ ...stored, run: { ...stored.run, version: 7 } });
  expect((await loadRun(store, ids, stored.run))?.run).toBe(stored.run);
  expect(store.read).toHaveBeenCalledTimes(1);
});

it.each([
  ['that was held, and works', paused('confirmation'), working([call()])],
  ['that worked, and is held', working([call()]), paused('confirmation')],
  ['that worked, and has ended', working([call()]), ended()],
])('[run.cancel.paused] a run %s since is read again, with the rest', async (_, before, since) => {
  const store = storing(since);
  expect(await loadRun(store, ids, before.run)).toEqual(since);
  expect(store.read.mock.calls.map(([, known]) => known)).toEqual([before.run, undefined]);
});

function ended(): LoadedRun {
  const { run, thread, calls } = working([call({ status: 'ok' })]);
  return { run: { ...run, state: 'closed' }, thread: { ...thread, active_runs: [] }, calls };
}
