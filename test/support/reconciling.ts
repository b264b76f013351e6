import { type Reconciled, reconcileRuns } from '#engine/recovery/reconcile-runs.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import type { RunWorkflows } from '#engine/ports/run-workflows.ts';
import type { Database } from '#store/mongo/database.ts';
import { systemClock } from '#process/composition/system-clock.ts';
import { collectingLog, type LoggedLine } from './collecting-log.ts';
import { engineOn } from './engine-on.ts';
import { notingCalls } from './noting-calls.ts';
import type { TestService } from './service.ts';

/** The comparison of runs with their workflows, whom it called, and what it logged for operators. */
export interface Reconciling {
  /** As they are, without a note of who is called. */
  workflows: RunWorkflows;
  reconcile: () => Promise<Reconciled>;
  /** `start`, `restart` or `lookAgain`, and the run. */
  called: [call: string, runId: string][];
  /** The runs whose workflow was looked at. */
  viewed: string[];
  logs: LoggedLine[];
}

/**
 * Compares runs with workflows like these.
 * @param reconcileMs how long after a round the next one begins. Default: at once
 * @param now the clock of the worker. The clock of the process itself stays as it is: ids never go back in time, so all
 *   that other tests of the process make later would have the time of one that was ahead
 */
export function reconcilingOn(
  db: Database,
  workflows: RunWorkflows,
  reconcileMs = 0,
  now: () => Date = () => new Date(),
): Reconciling {
  const called: Reconciling['called'] = [];
  const viewed: string[] = [];
  const logs: LoggedLine[] = [];
  const noted: RunWorkflows = {
    ...notingCalls(workflows, (call, runId) => called.push([call, runId])),
    view: async (runId) => {
      viewed.push(runId);
      return await workflows.view(runId);
    },
  };
  const clock = { ...systemClock(db), now };
  const engine = engineOn(db, { workflows: noted, reconcileMs, clock, log: collectingLog(logs) });
  return {
    workflows,
    called,
    viewed,
    logs,
    reconcile: async () => await reconcileRuns(engine, () => false),
  };
}

/** Compares the service's runs. */
export function reconcilingOf(
  { db, temporal, taskQueue }: TestService,
  replaced: Partial<RunWorkflows> = {},
  now?: () => Date,
): Reconciling {
  const workflows = temporalRunWorkflows(temporal, { timeoutMs: 5000, taskQueue });
  return reconcilingOn(db, { ...workflows, ...replaced }, 0, now);
}
