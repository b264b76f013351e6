import { MockActivityEnvironment } from '@temporalio/testing';
import type { Logger, LogLevel } from '@temporalio/common';
import { pino } from 'pino';
import { type SweepDependencies, type SweepResult, sweepRuns } from '#activities/sweep-runs.ts';
import { temporalErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { Outbox } from '#loom/outbox.ts';
import type { RunWorkflows } from '#loom/run-workflows.ts';
import type { Database } from '#store/mongo/database.ts';
import type { TestService } from './service.ts';

/** A sweep, whom it called, and what it logged for operators. */
export interface Sweeping {
  sweep: (lookedUntil?: string) => Promise<SweepResult>;
  /** `start`, `resume`, `cancel` or `letIn`, and the run. */
  called: [call: string, runId: string][];
  logs: { level: LogLevel; message: string }[];
}

const quietErasures = { start: async () => await Promise.resolve() };

/** A sweep that calls workflows like these. To be closed when the test is over. */
export function sweepingOn(
  db: Database,
  workflows: RunWorkflows,
  others: Pick<SweepDependencies, 'erasureWorkflows' | 'traceDays'> = { erasureWorkflows: quietErasures },
): Sweeping & { close: () => Promise<void> } {
  const called: Sweeping['called'] = [];
  const logs: Sweeping['logs'] = [];
  const noted: RunWorkflows = {
    ...workflows,
    start: async (run) => {
      called.push(['start', run.run_id]);
      return await workflows.start(run);
    },
    resume: async (run, input) => {
      called.push(['resume', run]);
      return await workflows.resume(run, input);
    },
    cancel: async (run) => {
      called.push(['cancel', run]);
      return await workflows.cancel(run);
    },
    letIn: async (run, version) => {
      called.push(['letIn', run]);
      return await workflows.letIn(run, version);
    },
  };
  const outbox = new Outbox(db, noted, pino({ level: 'silent' }));
  const deps = { db, outbox, workflows: noted, ...others };
  const environment = new MockActivityEnvironment({}, { logger: collecting(logs) });
  return {
    called,
    logs,
    sweep: async (lookedUntil) =>
      await environment.run<[string | undefined], SweepResult, (from?: string) => Promise<SweepResult>>(
        async (from) => await sweepRuns(deps, from),
        lookedUntil,
      ),
    close: async () => await outbox.close(),
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

function collecting(logs: Sweeping['logs']): Logger {
  // The SDK itself notes that an activity starts and ends.
  const log = (level: LogLevel, message: string) => {
    if (level !== 'TRACE' && level !== 'DEBUG') logs.push({ level, message });
  };
  return {
    log,
    trace: (message) => log('TRACE', message),
    debug: (message) => log('DEBUG', message),
    info: (message) => log('INFO', message),
    warn: (message) => log('WARN', message),
    error: (message) => log('ERROR', message),
  };
}
