import { NativeConnection } from '@temporalio/worker';
import { pingTemporal, workerConnectionOptions } from '#adapters/temporal/connect.ts';
import { temporalSettings, workerVersion } from '#process/config/settings.ts';
import { temporalTimeoutMs } from '#process/start/create-parts.ts';
import type { OpenParts } from '#process/start/open-parts.ts';
import { unlessAborted, untilReachable } from '#process/start/until-reachable.ts';
import { workflowBundle } from './bundle.ts';
import { createWork, createWorker } from './create-worker.ts';
import { deploymentOptions } from './deployment-options.ts';
import { ensureSweepSchedule, keepSweepSchedule } from './sweep-schedule.ts';
import { temporalLogger } from './temporal-logger.ts';

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
export async function startWorker(parts: OpenParts): Promise<StartedWorker> {
  const { environment, db, temporal, log, stopping, closing } = parts;
  const reach = { log, signal: stopping };
  const settings = temporalSettings(environment);
  // First, because MongoDB has just responded.
  const work = await createWork(parts);
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
  const creating = createWorker({
    ...parts,
    work,
    connection,
    bundlePath: await workflowBundle(temporalLogger(log)),
    ...(workerDeploymentOptions && { workerDeploymentOptions }),
  });
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
