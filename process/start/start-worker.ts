import { NativeConnection } from '@temporalio/worker';
import { showBacklog } from '#adapters/operations/backlog-metrics.ts';
import { pingTemporal, workerConnectionOptions } from '#adapters/temporal/connect.ts';
import type { Services } from '#process/composition/create-services.ts';
import type { Process } from '#process/composition/process.ts';
import { createWork } from '#process/composition/create-work.ts';
import {
  temporalSettings,
  temporalTimeoutMs,
  workerOptions,
  workerVersion,
} from '#process/config/settings.ts';
import { readBacklog } from '#store/stats/backlog.ts';
import { workflowBundle } from '#worker/bundle.ts';
import { createWorker } from '#worker/create-worker.ts';
import { deploymentOptions } from '#worker/deployment-options.ts';
import { ensureSweepSchedule, keepSweepSchedule } from '#worker/sweep-schedule.ts';
import { temporalLogger } from '#worker/temporal-logger.ts';
import { unlessAborted, untilReachable } from './until-reachable.ts';

/** The worker of a process, which does not poll yet. */
export interface StartedWorker {
  /** Resolves if the worker polls, MongoDB and Temporal respond, and the clock is right. Rejects otherwise. */
  ready: () => Promise<void>;
  /**
   * Works until the process receives a stop signal and the work is done.
   * @throws {EndsEarly} if its time to stop is over before; with the reason
   */
  run: () => Promise<void>;
}

/**
 * Connects to Temporal, for which it waits, and creates the worker of a process, which is closed with its other parts.
 * The SDK's runtime must be installed.
 * @throws {AbortError} if the process receives a stop signal while it waits
 */
export async function startWorker(
  { environment, db, log, stopping, closing }: Process,
  services: Services,
): Promise<StartedWorker> {
  const { temporal, eagerStarts, tracing } = services;
  showBacklog(services.metrics, async () => await readBacklog(db, new Date()));
  const reach = { log, signal: stopping };
  const settings = temporalSettings(environment);
  // First, because MongoDB has just responded.
  const { engine, activities } = await createWork(services);
  const connection = await untilReachable(
    'Temporal',
    async () => await NativeConnection.connect(workerConnectionOptions(settings)),
    reach,
  );
  let isCreated = false;
  closing.defer(async () => {
    // It cannot be closed while a worker is being created, and the process ends without that.
    if (isCreated || !stopping.aborted) await connection.close();
  });
  // A worker cannot be created for a namespace that does not exist yet.
  const { namespace } = settings;
  const lookUp = async () => await connection.workflowService.describeNamespace({ namespace });
  await untilReachable('Temporal', lookUp, reach);
  const workerDeploymentOptions = await deploymentOptions(workerVersion(environment));
  const creating = createWorker(
    { engine, eagerStarts, log },
    {
      ...workerOptions(environment),
      connection,
      bundlePath: await workflowBundle(temporalLogger(log)),
      activities,
      tracing,
      ...(workerDeploymentOptions && { workerDeploymentOptions }),
    },
  );
  const worker = await unlessAborted(creating, stopping);
  isCreated = true;
  closing.defer(async () => await worker.close());
  const schedule = await untilReachable('Temporal', async () => await ensureSweepSchedule(temporal), reach);
  if (schedule !== 'unchanged') log.info(`the schedule of the sweep was ${schedule}`);
  return {
    ready: async () => {
      if (!worker.polls()) throw new Error('the worker does not poll');
      await Promise.all([db.ping(), pingTemporal(temporal, temporalTimeoutMs)]);
      db.serverClock.check();
    },
    run: async () => {
      stopping.addEventListener('abort', () => worker.shutdown());
      log.info({ namespace, version: workerDeploymentOptions?.version }, 'worker polls');
      closing.defer(keepSweepSchedule(temporal, log));
      if (!stopping.aborted) await worker.run();
      log.info('worker drained');
    },
  };
}
