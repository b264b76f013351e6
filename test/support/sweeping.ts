import { MockActivityEnvironment } from '@temporalio/testing';
import { type SweepDependencies, sweepStores } from '#activities/sweep-stores.ts';
import type { SweepResult } from '#engine/recovery/sweep-runs.ts';
import { temporalErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import type { RunWorkflows } from '#engine/ports/run-workflows.ts';
import type { Database } from '#store/mongo/database.ts';
import { collectingLog, type LoggedLine } from './collecting-log.ts';
import { engineOn } from './engine-on.ts';
import { notingCalls } from './noting-calls.ts';
import type { TestService } from './service.ts';

/** A sweep, whom it called, and what it logged for operators. */
export interface Sweeping {
  sweep: (lookedUntil?: string) => Promise<SweepResult>;
  /** `start`, `resume`, `cancel` or `grantLock`, and the run. */
  called: [call: string, runId: string][];
  logs: LoggedLine[];
}

const quietErasures = { restart: async () => await Promise.resolve() };

/** A sweep that calls workflows like these. To be closed when the test is over. */
export function sweepingOn(
  db: Database,
  workflows: RunWorkflows,
  others: Pick<SweepDependencies, 'erasureWorkflows' | 'traceDays'> = { erasureWorkflows: quietErasures },
): Sweeping & { close: () => Promise<void> } {
  const called: Sweeping['called'] = [];
  const logs: Sweeping['logs'] = [];
  const noted = notingCalls(workflows, (call, runId) => called.push([call, runId]));
  const engine = engineOn(db, { workflows: noted, log: collectingLog(logs) });
  const deps = { db, engine, ...others };
  const environment = new MockActivityEnvironment();
  return {
    called,
    logs,
    sweep: async (lookedUntil) =>
      await environment.run<[string | undefined], SweepResult, (from?: string) => Promise<SweepResult>>(
        async (from) => await sweepStores(deps, from),
        lookedUntil,
      ),
    close: async () => await engine.outbox.close(),
  };
}

/** A sweep of the service's runs. */
export function sweepingOf({ db, temporal, taskQueue }: TestService, traceDays?: number) {
  const options = { timeoutMs: 5000, taskQueue };
  const others = { erasureWorkflows: temporalErasureWorkflows(temporal, options), traceDays };
  return sweepingOn(db, temporalRunWorkflows(temporal, options), others);
}

let moment = 0;

/** Makes every entry overdue and another one, as if enough time had passed, and nobody were about to remove it. */
export async function makeOverdue(db: Database): Promise<void> {
  const hasOutbox = { outbox: { $exists: true } };
  const longAgo = () => ({ $set: { 'outbox.due_at': new Date((moment += 1)), 'outbox.version': -moment } });
  for (const { _id } of await db.runs.find(hasOutbox).toArray()) {
    await db.runs.updateOne({ _id, ...hasOutbox }, longAgo());
  }
  for (const { _id } of await db.threads.find(hasOutbox).toArray()) {
    await db.threads.updateOne({ _id, ...hasOutbox }, longAgo());
  }
}
