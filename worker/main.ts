import { NativeConnection } from '@temporalio/worker';
import { slotsInAll } from '#activities/slots.ts';
import { connectionOptions, pingTemporal } from '#adapters/temporal/connect.ts';
import { temporalSettings, workerDatabaseSettings, workerVersion } from '#config/settings.ts';
import { temporalTimeoutMs } from '#process/create-parts.ts';
import { openParts, serveOperations } from '#process/open-parts.ts';
import { runMain } from '#process/run-main.ts';
import { untilReachable } from '#process/until-reachable.ts';
import { followedByWorker } from '#store/mongo/followed-writes.ts';
import { workflowBundle } from './bundle.ts';
import { createWorker } from './create-worker.ts';
import { deploymentOptions } from './deployment-options.ts';
import { installRuntime } from './install-runtime.ts';
import { ensureSweepSchedule, keepSweepSchedule } from './sweep-schedule.ts';
import { temporalLogger } from './temporal-logger.ts';

async function main(): Promise<void> {
  const parts = await openParts('worker', (environment) => ({
    ...workerDatabaseSettings(environment, slotsInAll),
    followed: followedByWorker,
  }));
  const { environment, db, temporal, webhooks, log, stopping } = parts;
  await using closing = parts.closing;
  const sdkLogger = temporalLogger(log);
  const sdkMetrics = installRuntime(sdkLogger, { measured: environment.METRICS_PORT !== undefined });
  const reach = { log, signal: stopping };
  const settings = temporalSettings(environment);
  const connection = await untilReachable(
    'Temporal',
    async () => await NativeConnection.connect(connectionOptions(settings)),
    reach,
  );
  closing.defer(async () => await connection.close());
  const workerDeploymentOptions = await deploymentOptions(workerVersion(environment));
  const worker = await createWorker({
    ...parts,
    connection,
    bundlePath: await workflowBundle(sdkLogger),
    ...(workerDeploymentOptions && { workerDeploymentOptions }),
  });
  const schedule = await untilReachable('Temporal', async () => await ensureSweepSchedule(temporal), reach);
  if (schedule !== 'unchanged') log.info(`the schedule of the sweep was ${schedule}`);
  const ready = async () => {
    if (!worker.polls()) throw new Error('the worker does not poll');
    await Promise.all([db.ping(), pingTemporal(temporal, temporalTimeoutMs)]);
  };
  await serveOperations(parts, ready, sdkMetrics);
  closing.defer(async () => await worker.close());

  stopping.addEventListener('abort', () => worker.shutdown());
  log.info({ namespace: settings.namespace, version: workerDeploymentOptions?.version }, 'worker polls');
  webhooks.start();
  closing.defer(keepSweepSchedule(temporal, log));
  if (!stopping.aborted) await worker.run();
  log.info('worker drained');
}

await runMain(main);
