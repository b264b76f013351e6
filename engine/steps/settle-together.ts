import { notFound } from '#contract/errors.ts';
import { retryOnConflict } from '../contention/retry-on-conflict.ts';
import type { LoadedRun } from '../documents/run.ts';
import { yieldToOthers } from '../event-loop/yield-to-others.ts';
import type { RunToLoad } from '../ports/run-store.ts';
import { advance } from '../rules/advance.ts';
import type { CallSettled } from '../rules/inputs.ts';
import { joinChanges } from '../rules/join-changes.ts';
import type { Applied, Changes } from '../rules/stored.ts';
import { applyAlone, type Applying } from './apply-input.ts';
import type { EngineState } from './engine.ts';
import { StaleWriteError } from '../ports/run-store.ts';
import { loadRun } from './load-run.ts';
import { newestKnown } from './newest-known.ts';
import type { WaitingResult } from './waiting-result.ts';

/** One write has no more of results than this, apart from the first: they are serialized at once. */
const mostCharacters = 512 * 1024;

type Settling = Applying & Pick<EngineState, 'results'>;

/**
 * Applies the result of a call to a run, as `applyInput` does. Of calls that are made side by side, many end at about the same time:
 * those whose results have to wait for another write of their run are stored by the next one together, each by itself by the rules.
 * @throws as `applyInput`
 */
export async function settleTogether(
  engine: Settling,
  ids: RunToLoad,
  input: CallSettled,
  known: LoadedRun,
): Promise<Applied> {
  const { inputs, results } = engine;
  const { run_id } = ids;
  // The earlier read may be outdated by the time that those ahead are done.
  const current = inputs.isHeld(run_id) ? undefined : known;
  const call = known.calls.find(({ _id }) => _id === input.tool_call_id);
  const own: WaitingResult = { input, call };
  const waiting = results.get(run_id) ?? [];
  waiting.push(own);
  results.set(run_id, waiting);
  return await inputs.run(run_id, async () => {
    // In the order of their arrival, so that this one is the first unless an earlier one has stored it.
    if (own.end === undefined) await settleGroup(engine, ids, takeGroup(results, run_id), current);
    if (own.end === undefined) throw new Error('a result was stored without an end');
    if ('error' in own.end) throw own.end.error;
    return own.end.applied;
  });
}

/** The results that the next write stores, which wait no more. */
function takeGroup(results: EngineState['results'], runId: string): WaitingResult[] {
  const waiting = results.get(runId) ?? [];
  let characters = 0;
  const tooMuch = waiting.findIndex(({ input: { resolution } }, index) => {
    characters += (resolution.result?.length ?? 0) + (resolution.request?.length ?? 0);
    return index > 0 && characters > mostCharacters;
  });
  const group = waiting.splice(0, tooMuch === -1 ? waiting.length : tooMuch);
  if (waiting.length === 0) results.delete(runId);
  return group;
}

async function settleGroup(
  engine: Settling,
  ids: RunToLoad,
  group: readonly WaitingResult[],
  known: LoadedRun | undefined,
): Promise<void> {
  if (group.length > 1) {
    try {
      const applied = await applyAll(engine, ids, group);
      for (const [index, each] of group.entries()) {
        const own = applied[index];
        if (own !== undefined) each.end = { applied: own };
      }
      return;
    } catch (error) {
      if (engine.store.isOutage(error)) {
        for (const each of group) each.end = { error };
        return;
      }
    }
  }
  // The refusal of one does not touch the others.
  for (const [index, each] of group.entries()) {
    try {
      each.end = { applied: await applyAlone(engine, ids, each.input, index === 0 ? known : undefined) };
    } catch (error) {
      each.end = { error };
    }
  }
}

/**
 * Applies results to what this process knows of their run, or else to one read of it, and stores all that they change by one write.
 */
async function applyAll(
  { store, clock, seal, recentRuns }: Settling,
  ids: RunToLoad,
  group: readonly WaitingResult[],
): Promise<Applied[]> {
  const context = () => ({ now: clock.now(), storeNow: clock.storeNow, newId: clock.newId, seal });
  const newest = recentRuns.get(ids.run_id, clock.now());
  let known =
    newest &&
    newestKnown(
      newest,
      group.flatMap(({ call }) => call ?? []),
    );
  return await retryOnConflict(clock, 'the run', async () => {
    const isKnown = known !== undefined;
    const stored = known ?? (await loadRun(store, ids));
    known = undefined;
    if (stored === null) throw notFound('run');
    const outcomes: Applied[] = [];
    const all: Changes[] = [];
    let after = stored;
    for (const { input } of group) {
      const outcome = advance(after, input, context());
      if (outcome.outcome === 'expired') throw new Error('a result does not come after the end of a pause');
      // Only a write notices that something was written since.
      if (isKnown && outcome.outcome !== 'changed') throw new StaleWriteError('the run is not as it was');
      if (outcome.outcome === 'changed') all.push(outcome.changes);
      if (outcome.outcome !== 'too_early') ({ after } = outcome);
      outcomes.push(outcome);
      await yieldToOthers();
    }
    if (all.length === 0) return outcomes;
    const changes = joinChanges(stored, all);
    await store.commit(changes);
    const joined = { ...after, run: changes.run, thread: changes.thread ?? stored.thread };
    recentRuns.note(joined, clock.now());
    return outcomes.map((each) => (each.outcome === 'too_early' ? each : { ...each, after: joined }));
  });
}
