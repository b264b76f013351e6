import { Context } from '@temporalio/activity';
import { applyInput } from '#loom/apply-input.ts';
import { findOverdue, removeLetIn, type OverdueEntry } from '#store/outbox.ts';
import { findOpenRuns, findRunById } from '#store/runs.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** A sweep ends after so long; the schedule comes again. Below the time-out of the activity. */
const longestMs = 45_000;
/** A sweep tells of so many entries of a workspace at most. */
const entriesPerWorkspace = 200;
/** So many are told side by side. */
const concurrency = 16;
/** After so many in a row that Temporal or MongoDB refused, the sweep ends: the next one comes soon. */
const mostFailures = 3 * concurrency;
/** So many workflows that ended from outside are looked at in a sweep. */
const endedLimit = 200;
/** What the first sweep looks back, and by how much later ones overlap: visibility is behind by seconds. */
const firstLookBackMs = 24 * 60 * 60 * 1000;
const overlapMs = 60_000;

export interface SweepResult {
  /** How many entries of the outbox were told in place of who lost them, and how many of them in vain. */
  runs: number;
  failed: number;
  /** How many runs were ended because their workflow had been. */
  orphans?: number;
  /** Up to when ended workflows have been looked at: RFC 3339. */
  looked_until?: string;
}

/**
 * Tells Temporal what whoever made the write did not: the API died, or Temporal was away, between a write and the start
 * or signal that follows it (engineering invariant 1). While nothing is lost, nobody is called. Also ends the runs whose
 * workflow was ended from outside, so that their threads go on.
 * @param lookedUntil what the sweep before returned
 */
export async function sweepRuns(deps: ActivityDependencies, lookedUntil?: string): Promise<SweepResult> {
  return await underHeartbeat({ cancellable: true }, async (signal) => {
    const until = Date.now() + longestMs;
    const isOver = () => signal.aborted || Date.now() > until;
    const told = await tellOverdue(deps, isOver);
    const ended = isOver() ? {} : await endOrphans(deps, lookedUntil, isOver);
    return { ...told, ...(lookedUntil === undefined ? {} : { looked_until: lookedUntil }), ...ended };
  });
}

async function tellOverdue(
  deps: ActivityDependencies,
  isOver: () => boolean,
): Promise<{ runs: number; failed: number }> {
  const { log } = Context.current();
  const entries = await findOverdue(deps.db, new Date(), entriesPerWorkspace);
  let [told, failed, failedInRow] = [0, 0, 0];
  const next = entries[Symbol.iterator]();
  const work = async () => {
    for (const entry of next) {
      if (isOver() || failedInRow >= mostFailures) return;
      try {
        await tell(deps, entry);
        told += 1;
        failedInRow = 0;
      } catch (error) {
        failed += 1;
        failedInRow += 1;
        log.error('an entry of the outbox could not be told', { ...idsOf(entry), err: error });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (entries.length > 0) {
    log.warn('told Temporal what was lost between a write and its call', {
      entries: entries.length,
      told,
      failed,
    });
  }
  return { runs: told + failed, failed };
}

async function tell({ db, outbox, workflows }: ActivityDependencies, entry: OverdueEntry): Promise<void> {
  if (entry.of === 'thread') {
    // Read first: one whose start is lost is started by its own entry, and then looks for itself.
    const next = await findRunById(db, entry.run_id);
    const heard = await workflows.letIn(entry.run_id);
    if (!heard && next?.outbox?.kind !== 'start') await endOrphan({ db }, entry.run_id);
    await removeLetIn(db, entry.thread_id, entry.run_id);
    return;
  }
  const { run } = entry;
  if (await outbox.tell(run)) return;
  await endOrphan({ db }, run._id);
  await outbox.dropEntry(run);
}

/** A run whose workflow was ended from outside cannot go on: it is ended, so that its thread is free. */
async function endOrphan({ db }: Pick<ActivityDependencies, 'db'>, runId: string): Promise<boolean> {
  const run = await findRunById(db, runId);
  if (run === null) return false;
  const { thread_id, turn_count } = run;
  const { outcome } = await applyInput(
    db,
    { run_id: runId, thread_id, turn_count },
    { type: 'workflow_lost' },
  );
  // One whose call may still be under way is ended by a later sweep.
  if (outcome === 'too_early') throw new Error('a call of the run may still be under way');
  return outcome === 'changed';
}

async function endOrphans(
  deps: ActivityDependencies,
  lookedUntil: string | undefined,
  isOver: () => boolean,
): Promise<{ orphans: number; looked_until: string }> {
  const { log } = Context.current();
  const before = lookedUntil === undefined ? Date.now() - firstLookBackMs : Date.parse(lookedUntil);
  const startedAt = Date.now();
  const ended = await deps.workflows.endedFromOutside(new Date(before - overlapMs), endedLimit);
  const open = await findOpenRuns(
    deps.db,
    ended.map(({ run_id }) => run_id),
  );
  let orphans = 0;
  // Goes on from here the next time: what could not be ended is looked at again.
  let until = ended.length < endedLimit ? startedAt : (ended.at(-1)?.closed_at.getTime() ?? startedAt);
  const closedAt = new Map(ended.map(({ run_id, closed_at }) => [run_id, closed_at.getTime()]));
  for (const run of open) {
    try {
      if (isOver()) throw new Error('the time of the sweep is over');
      if (await endOrphan(deps, run._id)) orphans += 1;
    } catch (error) {
      until = Math.min(until, closedAt.get(run._id) ?? until);
      log.error('a run without a workflow could not be ended', { run_id: run._id, err: error });
    }
  }
  if (orphans > 0) log.warn('ended runs whose workflow had been ended from outside', { runs: orphans });
  return { orphans, looked_until: new Date(until).toISOString() };
}

function idsOf(entry: OverdueEntry): { run_id: string; thread_id: string } {
  const { thread_id } = entry;
  return { run_id: entry.of === 'thread' ? entry.run_id : entry.run._id, thread_id };
}
