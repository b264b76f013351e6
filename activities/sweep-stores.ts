import { Context } from '@temporalio/activity';
import { longestSweepMs, type Sweeping, type SweepResult, sweepRuns } from '#engine/recovery/sweep-runs.ts';
import { sealAll } from '#store/audit/seal.ts';
import { eraseTraces } from '#store/runs/erase-traces.ts';
import { findLostErasures, noteErasureAlive } from '#store/erasures/erasures.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** The most erasures that one sweep restarts. */
const erasuresAtOnce = 100;
const dayMs = 24 * 60 * 60 * 1000;

/** The dependencies of a sweep. */
export type SweepDependencies = Pick<ActivityDependencies, 'db' | 'erasureWorkflows' | 'traceDays'> & {
  engine: Sweeping;
};

/**
 * Sweeps the runs, restarts erasures whose workflow was lost, erases traces that have passed the deployment's retention
 * time, and seals what the audit logs have got.
 * @param lookedUntil what the previous sweep returned
 */
export async function sweepStores(deps: SweepDependencies, lookedUntil?: string): Promise<SweepResult> {
  return await underHeartbeat(async (signal) => {
    const startedAt = Date.now();
    const isOver = (afterMs = longestSweepMs) => signal.aborted || Date.now() > startedAt + afterMs;
    const swept = await sweepRuns(deps.engine, lookedUntil, isOver);
    await restartLostErasures(deps);
    await eraseOldTraces(deps, isOver);
    await sealAll(deps.db, isOver, (workspace_id, error) => {
      const { log } = Context.current();
      log.error('the audit log of a workspace could not be sealed', { workspace_id, err: error });
    });
    return swept;
  });
}

/**
 * A workflow that is open may be lost, too: after Temporal was restored to an earlier moment, a worker that still had it in
 * memory can have it wait for what never comes.
 */
async function restartLostErasures({ db, erasureWorkflows }: SweepDependencies): Promise<void> {
  for (const { _id, workspace_id } of await findLostErasures(db, new Date(), erasuresAtOnce)) {
    // First, so that it gets time to begin, however busy the workers are, and even if Temporal's response is lost.
    await noteErasureAlive(db, _id);
    await erasureWorkflows.restart({ erasure_id: _id, workspace_id });
  }
}

async function eraseOldTraces({ db, traceDays }: SweepDependencies, isOver: () => boolean): Promise<void> {
  if (traceDays === undefined) return;
  const runs = await eraseTraces(db, new Date(Date.now() - traceDays * dayMs), isOver);
  if (runs > 0) Context.current().log.info('erased traces that are kept no longer', { runs });
}
