import { notFound } from '#contract/errors.ts';
import { advance } from '#lifecycle/advance.ts';
import type { Input } from '#lifecycle/inputs.ts';
import { pauseOf } from '#lifecycle/resolution.ts';
import type { Outcome } from '#lifecycle/stored.ts';
import { KeyedMutex } from '#store/mongo/keyed-mutex.ts';
import { retryOnConflict } from '#store/mongo/retry-on-conflict.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { loadRun, type RunToLoad } from '#store/runs/runs.ts';
import type { LoadedRun } from '#store/documents/run.ts';
import { findToolCall } from '#store/runs/tool-calls.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import { writeChanges } from '#store/runs/write-changes.ts';

/**
 * Does to a run what an input makes of it: loads the run, asks the rules (lifecycle/advance.ts) and stores what they
 * say. Where another write came first, the run is loaded again and the rules are asked again: never what led to the
 * input, a model turn or a call.
 * @param known the run as it was read before, to save the first loading
 * @throws {ServiceError} what the rules say to the input; `not_found` when there is no such run
 * @throws {ContentionError} when others kept writing first
 */
export async function applyInput(
  db: Database,
  ids: RunToLoad,
  input: Input,
  known?: LoadedRun,
): Promise<Outcome> {
  // What was read before may be old by the time that those who came first are done.
  const current = inputsOfRun.isHeld(ids.run_id) ? undefined : known;
  return await inputsOfRun.run(ids.run_id, async () => await applyAlone(db, ids, input, current));
}

/** Inputs of one run are applied in turn: calls that ran side by side end at about the same moment. */
const inputsOfRun = new KeyedMutex();

async function applyAlone(
  db: Database,
  ids: RunToLoad,
  input: Input,
  known: LoadedRun | undefined,
): Promise<Outcome> {
  let loaded = known;
  return await retryOnConflict('the run', async () => {
    const read = await readFor(db, ids, input, loaded);
    loaded = undefined;
    const outcome = advance(read.stored, input, { now: new Date(), newId }, read.call);
    if (outcome.outcome === 'changed') await writeChanges(db, outcome.changes);
    return outcome;
  });
}

/** Inputs from clients may be about a call of an earlier turn than the latest: it is read for itself. */
const fromClients = new Set<Input['type']>(['answer', 'decision', 'outcome']);

async function readFor(
  db: Database,
  ids: RunToLoad,
  input: Input,
  known: LoadedRun | undefined,
): Promise<{ stored: LoadedRun; call?: ToolCallDocument }> {
  const wanted = fromClients.has(input.type) && 'tool_call_id' in input ? input.tool_call_id : undefined;
  const [stored, call] = await Promise.all([
    known ?? loadRun(db, ids),
    wanted === undefined ? undefined : findToolCall(db, ids.run_id, wanted),
  ]);
  if (stored === null) throw notFound('run');
  const current = await asOf(db, stored, call);
  return current === undefined ? { stored } : { stored, call: current };
}

/**
 * The call as it was when the thread was read, or later. Read side by side, one of them may be from before a decision
 * and the other from after it: a call that seems to wait, though no pause names it, has been resolved meanwhile.
 */
async function asOf(
  db: Database,
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
): Promise<ToolCallDocument | undefined> {
  if (call?.status !== 'pending' || pauseOf(stored)?.tool_call_id === call._id) return call;
  return await findToolCall(db, call.run_id, call._id);
}
