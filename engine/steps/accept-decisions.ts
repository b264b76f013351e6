import { notFound, ServiceError } from '#contract/errors.ts';
import { retryOnConflict } from '../contention/retry-on-conflict.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import { yieldToOthers } from '../event-loop/yield-to-others.ts';
import type { RunToLoad } from '../ports/run-store.ts';
import { advance } from '../rules/advance.ts';
import type { Input } from '../rules/inputs.ts';
import { joinChanges } from '../rules/join-changes.ts';
import type { Changes, Outcome, RuleContext } from '../rules/stored.ts';
import { acceptInput, type Accepting, withMemberships } from './accept-input.ts';
import { callOfRun } from './call-of-run.ts';
import { loadRun } from './load-run.ts';

type Decision = Extract<Input, { type: 'decision' }>;

/** The result of one of several decisions: the run after it, or why it was refused. */
export type Decided = { run: RunDocument } | { refusal: ServiceError };

/**
 * Accepts decisions on held calls of one run, each by itself: a refused one does not touch the others. All are stored by one
 * write, and the run's workflow is notified once.
 * @param decisions of one person, on different calls
 * @param known as for {@link acceptInput}
 * @returns a result for each, in their order
 * @throws what is no refusal, such as an outage: those before it may be stored
 */
export async function acceptDecisions(
  engine: Accepting,
  ids: RunToLoad,
  decisions: readonly Decision[],
  known?: RunDocument,
): Promise<Decided[]> {
  const together = decisions.length === 1 ? undefined : await decideTogether(engine, ids, decisions, known);
  return together ?? (await decideOneByOne(engine, ids, decisions, known));
}

/** @returns undefined if they can not be stored by one write: the run has expired, or the store refuses one of them */
async function decideTogether(
  engine: Accepting,
  ids: RunToLoad,
  decisions: readonly Decision[],
  known: RunDocument | undefined,
): Promise<Decided[] | undefined> {
  const { store, clock, inputs, recentRuns, outbox } = engine;
  if (decisions.some(({ decision }) => decision === 'approve')) clock.storeNow();
  const made = known === undefined ? decisions : await allWithMemberships(engine, known, decisions);
  // The earlier read may be outdated by the time that those ahead are done.
  let current = inputs.isHeld(ids.run_id) ? undefined : known;
  const stored = await inputs.run(ids.run_id, async () =>
    retryOnConflict(clock, 'the run', async () => {
      const loaded = await loadRun(store, ids, current);
      current = undefined;
      if (loaded === null) throw notFound('run');
      const decided = await decideAll(engine, loaded, made);
      if (decided?.changes !== undefined) await store.commit(decided.changes);
      return decided;
    }).catch((error: unknown) => {
      refusalOf(error);
      return undefined;
    }),
  );
  if (stored?.changes !== undefined) {
    recentRuns.note(stored.after, clock.now());
    await outbox.notifySoon(stored.after.run, stored.after);
  }
  return stored?.results;
}

/** The groups of the person, who is the same for all. */
async function allWithMemberships(
  engine: Accepting,
  known: RunDocument,
  decisions: readonly Decision[],
): Promise<Decision[]> {
  const [first] = decisions;
  if (first === undefined) return [];
  const { memberships } = await withMemberships(engine, known, first);
  return decisions.map((each) => ({ ...each, memberships }));
}

/** @returns undefined if a decision comes after the end of its pause */
async function decideAll(
  { store, clock, seal }: Accepting,
  stored: LoadedRun,
  decisions: readonly Decision[],
): Promise<{ after: LoadedRun; changes?: Changes; results: Decided[] } | undefined> {
  const context = { now: clock.now(), storeNow: clock.storeNow, newId: clock.newId, seal };
  const all: Changes[] = [];
  const results: Decided[] = [];
  let after = stored;
  for (const decision of decisions) {
    const outcome = await decideNext(store, after, decision, context);
    if (outcome instanceof ServiceError) {
      results.push({ refusal: outcome });
      continue;
    }
    if (!('after' in outcome)) return undefined;
    if (outcome.outcome === 'changed') all.push(outcome.changes);
    ({ after } = outcome);
    results.push({ run: after.run });
    await yieldToOthers();
  }
  if (all.length === 0) return { after, results };
  const changes = joinChanges(stored, all);
  return { after: { ...after, run: changes.run, thread: changes.thread ?? stored.thread }, changes, results };
}

/** @returns what the rules say, or their refusal */
async function decideNext(
  store: Accepting['store'],
  stored: LoadedRun,
  decision: Decision,
  context: RuleContext,
): Promise<Outcome | ServiceError> {
  const call = await callOfRun(store, stored, decision.tool_call_id);
  try {
    return advance(stored, decision, context, call);
  } catch (error) {
    return refusalOf(error);
  }
}

async function decideOneByOne(
  engine: Accepting,
  ids: RunToLoad,
  decisions: readonly Decision[],
  known: RunDocument | undefined,
): Promise<Decided[]> {
  const results: Decided[] = [];
  let before = known;
  for (const decision of decisions) {
    try {
      const { run } = await acceptInput(engine, ids, decision, before);
      before = run;
      results.push({ run });
    } catch (error) {
      results.push({ refusal: refusalOf(error) });
      before = undefined;
    }
  }
  return results;
}

/**
 * The refusal of a decision.
 * @throws the error itself if it is none
 */
export function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status < 500) return error;
  throw error;
}
