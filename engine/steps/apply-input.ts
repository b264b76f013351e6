import { notFound } from '#contract/errors.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { EngineState } from './engine.ts';
import type { CorePorts } from '../ports/engine-ports.ts';
import type { RunToLoad } from '../ports/run-store.ts';
import { advance } from '../rules/advance.ts';
import { pauseOf } from '../rules/pause.ts';
import type { Input } from '../rules/inputs.ts';
import type { Applied } from '../rules/stored.ts';
import { loadRun } from './load-run.ts';
import { retryOnConflict } from '../contention/retry-on-conflict.ts';

/** What applies an input. */
export type Applying = Pick<CorePorts & EngineState, 'store' | 'clock' | 'seal' | 'inputs' | 'recentRuns'>;

/**
 * Applies an input to a run: loads the run, calls the rules (engine/rules/advance.ts) and stores what they return. If
 * another write came first, it loads the run and calls the rules again. What led to the input, a model turn or a call,
 * is never repeated.
 * @param known the run as it was read before, to save the first read
 * @throws {ServiceError} from the rules; `not_found` if there is no such run
 * @throws {ContentionError} if others kept writing first
 */
export async function applyInput(
  engine: Applying,
  ids: RunToLoad,
  input: Input,
  known?: LoadedRun,
): Promise<Applied> {
  // The earlier read may be outdated by the time that those ahead are done.
  const current = engine.inputs.isHeld(ids.run_id) ? undefined : known;
  return await engine.inputs.run(ids.run_id, async () => await applyAlone(engine, ids, input, current));
}

async function applyAlone(
  { store, clock, seal, recentRuns }: Applying,
  ids: RunToLoad,
  input: Input,
  known: LoadedRun | undefined,
): Promise<Applied> {
  let loaded = known;
  return await retryOnConflict(clock, 'the run', async () => {
    for (;;) {
      const read = await readFor(store, ids, input, loaded);
      loaded = undefined;
      const outcome = advance(read.stored, input, { now: clock.now(), newId: clock.newId, seal }, read.call);
      if ('changes' in outcome) await store.commit(outcome.changes);
      if (outcome.outcome === 'changed') recentRuns.note(outcome.after, clock.now());
      if (outcome.outcome !== 'expired') return outcome;
    }
  });
}

/** Input from clients may concern a call of an earlier turn, which is read separately. */
const fromClients = new Set<Input['type']>(['answer', 'decision', 'revision', 'withdrawal', 'outcome']);

async function readFor(
  store: Applying['store'],
  ids: RunToLoad,
  input: Input,
  known: LoadedRun | undefined,
): Promise<{ stored: LoadedRun; call?: ToolCallDocument }> {
  const wanted = fromClients.has(input.type) && 'tool_call_id' in input ? input.tool_call_id : undefined;
  const [stored, call] = await Promise.all([
    known ?? loadRun(store, ids),
    wanted === undefined ? undefined : store.findCall(ids.run_id, wanted),
  ]);
  if (stored === null) throw notFound('run');
  const current = await asOf(store, stored, call);
  return current === undefined ? { stored } : { stored, call: current };
}

/**
 * The call as it was when the thread was read, or later. The two reads are concurrent, so one may be from before a
 * decision and the other from after it: a call that appears to wait, although no pause names it, has since been
 * resolved.
 */
async function asOf(
  store: Applying['store'],
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
): Promise<ToolCallDocument | undefined> {
  if (call?.status !== 'pending' || pauseOf(stored)?.tool_call_id === call._id) return call;
  return await store.findCall(call.run_id, call._id);
}
