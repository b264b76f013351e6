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
 * Applies an input to a run: loads the run, calls the rules (lifecycle/advance.ts) and stores what they return. If
 * another write came first, it loads the run and calls the rules again. What led to the input, a model turn or a call,
 * is never repeated.
 * @param known the run as it was read before, to save the first read
 * @throws {ServiceError} from the rules; `not_found` if there is no such run
 * @throws {ContentionError} if others kept writing first
 */
export async function applyInput(
  db: Database,
  ids: RunToLoad,
  input: Input,
  known?: LoadedRun,
): Promise<Outcome> {
  // The earlier read may be outdated by the time that those ahead are done.
  const current = inputsOfRun.isHeld(ids.run_id) ? undefined : known;
  return await inputsOfRun.run(ids.run_id, async () => await applyAlone(db, ids, input, current));
}

/** Inputs of one run are applied one after the other, because concurrent calls end at about the same time. */
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

/** Input from clients may concern a call of an earlier turn, which is read separately. */
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
 * The call as it was when the thread was read, or later. The two reads are concurrent, so one may be from before a
 * decision and the other from after it: a call that appears to wait, although no pause names it, has since been
 * resolved.
 */
async function asOf(
  db: Database,
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
): Promise<ToolCallDocument | undefined> {
  if (call?.status !== 'pending' || pauseOf(stored)?.tool_call_id === call._id) return call;
  return await findToolCall(db, call.run_id, call._id);
}
