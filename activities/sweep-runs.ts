import { Context } from '@temporalio/activity';
import { findOverdueRuns, postponeWake } from '#store/runs.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** At most this many runs a sweep; the schedule comes again. */
const sweepLimit = 500;
/** A run whose first turn takes long is looked at again only after this time. */
const postponedMs = 60_000;

/**
 * Starts the workflow of each run whose start is overdue: the API died, or Temporal was away, between the accepted
 * message and the start (engineering invariant 1). A run whose workflow did start is left as it is.
 */
export async function sweepRuns({ db, wakeRun }: ActivityDependencies): Promise<{ runs: number }> {
  const { log } = Context.current();
  const overdue = await findOverdueRuns(db, new Date(), sweepLimit);
  for (const run of overdue) {
    await wakeRun(run);
    await postponeWake(db, run, new Date(Date.now() + postponedMs));
  }
  if (overdue.length > 0) log.warn('swept runs whose workflow had not reacted', { runs: overdue.length });
  return { runs: overdue.length };
}
