import { yieldToOthers } from '../event-loop/yield-to-others.ts';
import { notFound } from '#contract/errors.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { EngineState } from './engine.ts';
import type { CorePorts } from '../ports/engine-ports.ts';
import type { RunToLoad } from '../ports/run-store.ts';
import { advance } from '../rules/advance.ts';
import type { Input } from '../rules/inputs.ts';
import type { Applied } from '../rules/stored.ts';
import { callOfRun } from './call-of-run.ts';
import { loadRun } from './load-run.ts';
import { retryOnConflict } from '../contention/retry-on-conflict.ts';

/** The dependencies of applying an input. */
export type Applying = Pick<CorePorts & EngineState, 'store' | 'clock' | 'seal' | 'inputs' | 'recentRuns'>;

/**
 * The documents that were read before an input is applied. The write detects a concurrent one: the rest is then from
 * another moment, or the write is stale.
 */
type Known = LoadedRun | Pick<LoadedRun, 'run'>;

/**
 * Applies an input to a run: loads the run, calls the rules (engine/rules/advance.ts) and stores what they return. If
 * another write came first, it loads the run and calls the rules again. What led to the input, a model turn or a call,
 * is never repeated.
 * @param known what was read before, to save the first read of it
 * @throws {ServiceError} from the rules; `not_found` if there is no such run
 * @throws {ContentionError} if others kept writing first
 */
export async function applyInput(
  engine: Applying,
  ids: RunToLoad,
  input: Input,
  known?: Known,
): Promise<Applied> {
  // The earlier read may be outdated by the time that those ahead are done.
  const current = engine.inputs.isHeld(ids.run_id) ? undefined : known;
  return await engine.inputs.run(ids.run_id, async () => await applyAlone(engine, ids, input, current));
}

/** The same in its turn: no other input of the run is applied meanwhile by this process. */
export async function applyAlone(
  { store, clock, seal, recentRuns }: Applying,
  ids: RunToLoad,
  input: Input,
  known: Known | undefined,
): Promise<Applied> {
  let loaded = known;
  const context = () => ({ now: clock.now(), storeNow: clock.storeNow, newId: clock.newId, seal });
  return await retryOnConflict(clock, 'the run', async () => {
    for (;;) {
      const read = await readFor(store, ids, input, loaded);
      loaded = undefined;
      const outcome = advance(read.stored, input, context(), read.call);
      // The arguments of a revision may be long, and all of them are looked at before they are written.
      if (input.type === 'revision') await yieldToOthers();
      if ('changes' in outcome) await store.commit(outcome.changes);
      if (outcome.outcome === 'changed') recentRuns.note(outcome.after, clock.now());
      if (outcome.outcome !== 'expired') return outcome;
    }
  });
}

/** Input from clients may concern a call of an earlier turn. */
const fromClients = new Set<Input['type']>(['answer', 'decision', 'revision', 'withdrawal', 'outcome']);

async function readFor(
  store: Applying['store'],
  ids: RunToLoad,
  input: Input,
  known: Known | undefined,
): Promise<{ stored: LoadedRun; call?: ToolCallDocument | undefined }> {
  const isLoaded = known !== undefined && 'thread' in known;
  const stored = isLoaded ? known : await loadRun(store, ids, known?.run);
  if (stored === null) throw notFound('run');
  if (!fromClients.has(input.type) || !('tool_call_id' in input)) return { stored };
  return { stored, call: await callOfRun(store, stored, input.tool_call_id) };
}
