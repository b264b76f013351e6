import { Context } from '@temporalio/activity';
import { findOverdueRuns, postponeWake } from '#store/runs.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** At most this many runs a sweep; the schedule comes again. */
const sweepLimit = 500;
/** A run whose first turn takes long is looked at again only after this time. */
const postponedMs = 60_000;
const timeoutMs = 60_000;

/**
 * Calls again for every reaction that is overdue: the API died, or Temporal was away, between a write and the start or
 * signal that follows it (engineering invariant 1). A workflow that heard the first call ignores the second. A run
 * for which that fails is put off like the others: it must not keep them from being swept.
 * @returns how many runs were called for, and for how many of them in vain
 */
export async function sweepRuns(deps: ActivityDependencies): Promise<{ runs: number; failed: number }> {
  return await underHeartbeat({ timeoutMs, cancellable: false }, async () => await wakeOverdue(deps));
}

async function wakeOverdue({ db, wakeRun }: ActivityDependencies): Promise<{ runs: number; failed: number }> {
  const { log } = Context.current();
  const overdue = await findOverdueRuns(db, new Date(), sweepLimit);
  let failed = 0;
  for (const run of overdue) {
    try {
      await wakeRun(run);
    } catch (error) {
      failed += 1;
      log.error('a run could not be swept', { run_id: run._id, err: error });
    }
    await postponeWake(db, run, new Date(Date.now() + postponedMs));
  }
  if (overdue.length > 0)
    log.warn('swept runs whose workflow had not reacted', { runs: overdue.length, failed });
  return { runs: overdue.length, failed };
}
