import { defined } from '#contract/defined.ts';
import type { CorePorts, EnginePorts } from '../ports/engine-ports.ts';
import type { OverdueEntry } from '../ports/outbox-store.ts';
import { type EndingOrphans, endOrphan } from './end-orphan.ts';
import { type Lifting, resumeLifted } from '../steps/resume-lifted.ts';
import type { Outbox } from '../steps/outbox.ts';

/** The most time that a sweep takes. It searches the outbox for half of it. */
export const longestSweepMs = 40_000;
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
/** The most runs that one sweep resumes whose freeze was lifted. The others follow with the next sweeps. */
const liftedAtOnce = 500;
/** How far the first sweep looks back, and by how much later ones overlap, because visibility lags by seconds. */
const firstLookBackMs = 24 * 60 * 60 * 1000;
const overlapMs = 60_000;

/** The dependencies of sweeping. */
export type Sweeping = EndingOrphans &
  Lifting &
  Pick<CorePorts, 'log'> &
  Pick<EnginePorts, 'openRuns'> & { outbox: Pick<Outbox, 'notify' | 'notifySoon' | 'dropEntry'> };

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
 * workflow was ended from outside, so that their threads continue, and has calls made whose freeze was lifted.
 * @param lookedUntil what the previous sweep returned
 * @param isOver whether the time of the sweep is over, or a given time of it in milliseconds
 */
export async function sweepRuns(
  engine: Sweeping,
  lookedUntil: string | undefined,
  isOver: (afterMs?: number) => boolean,
): Promise<SweepResult> {
  const notified = await notifyOverdue(engine, isOver);
  if (!isOver()) await resumeLifted(engine, { limit: liftedAtOnce, isOver });
  const ended = isOver() ? {} : await endOrphans(engine, lookedUntil, isOver);
  return { ...notified, ...defined({ looked_until: lookedUntil }), ...ended };
}

async function notifyOverdue(
  engine: Sweeping,
  isOver: (afterMs?: number) => boolean,
): Promise<{ runs: number; failed: number }> {
  const { clock, log, outboxStore } = engine;
  const entries = await outboxStore.findOverdue(clock.now(), {
    perWorkspace: entriesPerWorkspace,
    total: entriesInAll,
    isOver: () => isOver(longestSweepMs / 2),
  });
  let [notified, failed, failedInRow] = [0, 0, 0];
  const next = entries[Symbol.iterator]();
  const work = async () => {
    for (const entry of next) {
      if (isOver() || failedInRow >= mostFailures) return;
      try {
        if (await notify(engine, entry)) notified += 1;
        failedInRow = 0;
      } catch (error) {
        failed += 1;
        failedInRow += 1;
        log.error({ ...idsOf(entry), err: error }, 'an entry of the outbox could not be delivered');
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (notified + failed > 0) {
    log.warn(
      { entries: entries.length, notified, failed },
      'notified workflows of starts and signals that were lost',
    );
  }
  return { runs: notified + failed, failed };
}

/** @returns whether it was needed: an entry of a run that has ended together with its workflow is only removed */
async function notify(engine: Sweeping, entry: OverdueEntry): Promise<boolean> {
  const { outbox, outboxStore, workflows } = engine;
  if (entry.of === 'thread') {
    const needed =
      (await workflows.grantLock(entry.run_id, entry.version)) ||
      (await endOrphan(engine, entry.run_id)) !== undefined;
    await outboxStore.removeGrant(entry.thread_id, entry);
    return needed;
  }
  const { run } = entry;
  if (await outbox.notify(run)) return true;
  const needed = (await endOrphan(engine, run._id)) !== undefined;
  await outbox.dropEntry(run);
  return needed;
}

async function endOrphans(
  engine: Sweeping,
  lookedUntil: string | undefined,
  isOver: () => boolean,
): Promise<{ orphans: number; looked_until: string }> {
  const { clock, log, workflows } = engine;
  const startedAt = clock.now().getTime();
  let since = (lookedUntil === undefined ? startedAt - firstLookBackMs : Date.parse(lookedUntil)) - overlapMs;
  let orphans = 0;
  /** Runs that could not be ended are checked again. */
  let failedAt = Number.POSITIVE_INFINITY;
  for (;;) {
    const ended = await workflows.endedFromOutside(new Date(since), endedLimit);
    const page = await endThose(engine, ended, isOver);
    orphans += page.orphans;
    failedAt = Math.min(failedAt, page.failedAt);
    since = ended.at(-1)?.closed_at.getTime() ?? since;
    if (ended.length < endedLimit) {
      since = startedAt;
      break;
    }
    if (isOver()) break;
  }
  if (orphans > 0) log.warn({ runs: orphans }, 'ended runs whose workflow had been ended from outside');
  return { orphans, looked_until: new Date(Math.min(since, failedAt)).toISOString() };
}

async function endThose(
  engine: Sweeping,
  ended: { run_id: string; closed_at: Date }[],
  isOver: () => boolean,
): Promise<{ orphans: number; failedAt: number }> {
  const closedAt = new Map(ended.map(({ run_id, closed_at }) => [run_id, closed_at.getTime()]));
  let orphans = 0;
  let failedAt = Number.POSITIVE_INFINITY;
  for (const runId of await engine.openRuns.among([...closedAt.keys()])) {
    try {
      if (isOver()) throw new Error('the time of the sweep is over');
      if ((await endOrphan(engine, runId)) === 'ended') orphans += 1;
    } catch (error) {
      failedAt = Math.min(failedAt, closedAt.get(runId) ?? failedAt);
      engine.log.error({ run_id: runId, err: error }, 'a run without a workflow could not be ended');
    }
  }
  return { orphans, failedAt };
}

function idsOf(entry: OverdueEntry): { run_id: string; thread_id: string } {
  const { thread_id } = entry;
  return { run_id: entry.of === 'thread' ? entry.run_id : entry.run._id, thread_id };
}
