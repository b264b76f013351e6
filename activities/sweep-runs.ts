import { Context } from '@temporalio/activity';
import { isTerminal } from '#contract/run-state.ts';
import { applyInput } from '#loom/apply-input.ts';
import { eraseTraces } from '#store/runs/erase-traces.ts';
import { findOverdue, type OverdueEntry, removeLetIn } from '#store/runs/outbox.ts';
import { findOpenRuns, findRunById, toRunLabels } from '#store/runs/runs.ts';
import { findLostErasures } from '#store/subjects/erasures.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** The most time that a sweep takes. It searches the outbox for half of it. */
const longestMs = 40_000;
/** The most outbox entries of one workspace in one sweep. */
const entriesPerWorkspace = 200;
/** The most entries in all: more than one sweep can send. */
const entriesInAll = 4000;
/** How many entries are sent concurrently. */
const concurrency = 16;
/** The sweep ends after this many failures in a row, because the next one follows soon. */
const mostFailures = 3 * concurrency;
/** How many workflows that were ended from outside are read at a time. */
const endedLimit = 200;
/** How far the first sweep looks back, and by how much later ones overlap, because visibility lags by seconds. */
const firstLookBackMs = 24 * 60 * 60 * 1000;
const overlapMs = 60_000;

/** The most erasures that one sweep restarts. */
const erasuresAtOnce = 100;
const dayMs = 24 * 60 * 60 * 1000;

/** What a sweep needs. */
export type SweepDependencies = Pick<
  ActivityDependencies,
  'db' | 'outbox' | 'workflows' | 'erasureWorkflows' | 'traceDays'
>;

export interface SweepResult {
  /**
   * How many overdue outbox entries were sent or failed, and how many of them failed. Entries of runs that have ended with
   * their workflow are only removed, and not counted.
   */
  runs: number;
  failed: number;
  /** How many runs were ended because their workflow had ended. */
  orphans?: number;
  /** The time up to which ended workflows have been checked: RFC 3339. */
  looked_until?: string;
}

/**
 * Sends the outbox entries that were lost: the API died, or Temporal was away, between a write and the start or signal
 * that follows it (invariant.unstarted-run-is-swept). While nothing is lost, nobody is called. Also ends the runs whose
 * workflow was ended from outside, so that their threads continue, restarts erasures whose workflow was lost, and
 * erases traces that have passed the deployment's retention time.
 * @param lookedUntil what the previous sweep returned
 */
export async function sweepRuns(deps: SweepDependencies, lookedUntil?: string): Promise<SweepResult> {
  return await underHeartbeat({ cancellable: true }, async (signal) => {
    const startedAt = Date.now();
    const isOver = (afterMs = longestMs) => signal.aborted || Date.now() > startedAt + afterMs;
    const told = await tellOverdue(deps, isOver);
    const ended = isOver() ? {} : await endOrphans(deps, lookedUntil, isOver);
    await startLostErasures(deps);
    await eraseOldTraces(deps, isOver);
    return { ...told, ...(lookedUntil === undefined ? {} : { looked_until: lookedUntil }), ...ended };
  });
}

async function tellOverdue(
  deps: SweepDependencies,
  isOver: (afterMs?: number) => boolean,
): Promise<{ runs: number; failed: number }> {
  const { log } = Context.current();
  const entries = await findOverdue(deps.db, new Date(), {
    perWorkspace: entriesPerWorkspace,
    total: entriesInAll,
    isOver: () => isOver(longestMs / 2),
  });
  let [told, failed, failedInRow] = [0, 0, 0];
  const next = entries[Symbol.iterator]();
  const work = async () => {
    for (const entry of next) {
      if (isOver() || failedInRow >= mostFailures) return;
      try {
        if (await tell(deps, entry)) told += 1;
        failedInRow = 0;
      } catch (error) {
        failed += 1;
        failedInRow += 1;
        log.error('an entry of the outbox could not be told', { ...idsOf(entry), err: error });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (told + failed > 0) {
    log.warn('told Temporal what was lost between a write and its call', {
      entries: entries.length,
      told,
      failed,
    });
  }
  return { runs: told + failed, failed };
}

/** @returns whether it was needed: an entry of a run that has ended together with its workflow is only removed */
async function tell(deps: SweepDependencies, entry: OverdueEntry): Promise<boolean> {
  const { db, outbox, workflows } = deps;
  if (entry.of === 'thread') {
    const needed =
      (await workflows.letIn(entry.run_id, entry.version)) ||
      (await endOrphan(deps, entry.run_id)) !== undefined;
    await removeLetIn(db, entry.thread_id, entry);
    return needed;
  }
  const { run } = entry;
  if (await outbox.tell(run)) return true;
  const needed = (await endOrphan(deps, run._id)) !== undefined;
  await outbox.dropEntry(run);
  return needed;
}

/**
 * A run whose workflow was ended from outside cannot continue: it is ended, and the next run of its thread is let in.
 * This does not apply to a workflow that was never started, or that runs again because an operator has reset it.
 * @returns nothing if the run has ended already
 */
async function endOrphan(
  { db, workflows }: SweepDependencies,
  runId: string,
): Promise<'ended' | 'alive' | undefined> {
  const run = await findRunById(db, runId);
  if (run === null || isTerminal(run.state)) return undefined;
  if (await workflows.start(toRunLabels(run))) return 'alive';
  const { thread_id, turn_count } = run;
  const ended = await applyInput(db, { run_id: runId, thread_id, turn_count }, { type: 'workflow_lost' });
  // If a call may still be in flight, a later sweep ends the run.
  if (ended.outcome === 'too_early') throw new Error('a call of the run may still be under way');
  if (ended.outcome === 'unchanged') return undefined;
  const next = ended.after.thread.outbox;
  // If this signal is lost, or the workflow has not been started yet, the next sweep repeats it.
  if (next !== undefined && (await workflows.letIn(next.run_id, next.version))) {
    await removeLetIn(db, thread_id, next);
  }
  return 'ended';
}

async function endOrphans(
  deps: SweepDependencies,
  lookedUntil: string | undefined,
  isOver: () => boolean,
): Promise<{ orphans: number; looked_until: string }> {
  const { log } = Context.current();
  const startedAt = Date.now();
  let since = (lookedUntil === undefined ? startedAt - firstLookBackMs : Date.parse(lookedUntil)) - overlapMs;
  let orphans = 0;
  /** Runs that could not be ended are checked again. */
  let failedAt = Number.POSITIVE_INFINITY;
  for (;;) {
    const ended = await deps.workflows.endedFromOutside(new Date(since), endedLimit);
    const page = await endThose(deps, ended, isOver);
    orphans += page.orphans;
    failedAt = Math.min(failedAt, page.failedAt);
    since = ended.at(-1)?.closed_at.getTime() ?? since;
    if (ended.length < endedLimit) {
      since = startedAt;
      break;
    }
    if (isOver()) break;
  }
  if (orphans > 0) log.warn('ended runs whose workflow had been ended from outside', { runs: orphans });
  return { orphans, looked_until: new Date(Math.min(since, failedAt)).toISOString() };
}

async function endThose(
  deps: SweepDependencies,
  ended: { run_id: string; closed_at: Date }[],
  isOver: () => boolean,
): Promise<{ orphans: number; failedAt: number }> {
  const closedAt = new Map(ended.map(({ run_id, closed_at }) => [run_id, closed_at.getTime()]));
  let orphans = 0;
  let failedAt = Number.POSITIVE_INFINITY;
  for (const { _id } of await findOpenRuns(deps.db, [...closedAt.keys()])) {
    try {
      if (isOver()) throw new Error('the time of the sweep is over');
      if ((await endOrphan(deps, _id)) === 'ended') orphans += 1;
    } catch (error) {
      failedAt = Math.min(failedAt, closedAt.get(_id) ?? failedAt);
      Context.current().log.error('a run without a workflow could not be ended', { run_id: _id, err: error });
    }
  }
  return { orphans, failedAt };
}

async function startLostErasures({ db, erasureWorkflows }: SweepDependencies): Promise<void> {
  for (const { _id, workspace_id } of await findLostErasures(db, new Date(), erasuresAtOnce)) {
    await erasureWorkflows.start({ erasure_id: _id, workspace_id });
  }
}

async function eraseOldTraces({ db, traceDays }: SweepDependencies, isOver: () => boolean): Promise<void> {
  if (traceDays === undefined) return;
  const runs = await eraseTraces(db, new Date(Date.now() - traceDays * dayMs), isOver);
  if (runs > 0) Context.current().log.info('erased traces that are kept no longer', { runs });
}

function idsOf(entry: OverdueEntry): { run_id: string; thread_id: string } {
  const { thread_id } = entry;
  return { run_id: entry.of === 'thread' ? entry.run_id : entry.run._id, thread_id };
}
