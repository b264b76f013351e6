import { NativeConnection } from '@temporalio/worker';
import { slotsInAll } from '#activities/slots.ts';
import { createModels } from '#adapters/model/models.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { createMetrics, startOperationsServer } from '#adapters/operations/server.ts';
import { measureWebhooks } from '#adapters/operations/webhook-metrics.ts';
import { connectionOptions, createTemporalClient, pingTemporal } from '#adapters/temporal/connect.ts';
import { temporalErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { connectRealtime } from '#config/connect-realtime.ts';
import { parseEnvironment } from '#config/environment.ts';
import { createLogger } from '#config/logger.ts';
import { runMain } from '#config/run-main.ts';
import {
  modelsConfig,
  outboundOptions,
  temporalSettings,
  workerDatabaseSettings,
  workerVersion,
} from '#config/settings.ts';
import { untilReachable } from '#config/until-reachable.ts';
import { followedByWorker } from '#store/mongo/followed-writes.ts';
import { SchemaPool } from '#patches/schema-pool.ts';
import { openDatabase } from '#store/mongo/open-database.ts';
import { publishStored } from '#store/events/publish-stored.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { Webhooks } from '#webhooks/webhooks.ts';
import { workflowBundle } from './bundle.ts';
import { createWorker } from './create-worker.ts';
import { deploymentOptions } from './deployment-options.ts';
import { installRuntime } from './install-runtime.ts';
import { ensureSweepSchedule } from './sweep-schedule.ts';
import { temporalLogger } from './temporal-logger.ts';

/** How long Temporal may take to respond to one call. */
const temporalTimeoutMs = 5000;

async function main(): Promise<void> {
  const environment = parseEnvironment(process.env);
  const log = createLogger('worker', environment.LOG_LEVEL);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

  const sdkLogger = temporalLogger(log);
  const sdkMetrics = installRuntime(sdkLogger, { measured: environment.METRICS_PORT !== undefined });

  const reach = { log, signal: stopping.signal };
  const settings = temporalSettings(environment);
  const db = await untilReachable(
    'MongoDB',
    () =>
      openDatabase({
        ...workerDatabaseSettings(environment, slotsInAll),
        followed: followedByWorker,
      }),
    reach,
  );
  const client = createTemporalClient(settings);
  const connection = await untilReachable(
    'Temporal',
    () => NativeConnection.connect(connectionOptions(settings)),
    reach,
  );
  const keyring = new Keyring(environment.ENCRYPTION_KEYS);
  const metrics = createMetrics('worker');
  const outboundHttp = createOutboundHttp(outboundOptions(environment));
  const webhooks = new Webhooks({
    db,
    keyring,
    outboundHttp,
    workflows: temporalWebhookWorkflows(client, { timeoutMs: temporalTimeoutMs }),
    retryScale: environment.WEBHOOK_RETRY_SCALE,
    measure: measureWebhooks(metrics),
    log,
  });
  const realtime = connectRealtime(environment, log);
  if (realtime !== undefined) publishStored(db, realtime.publish);
  const schemas = new SchemaPool();
  const workerDeploymentOptions = await deploymentOptions(workerVersion(environment));
  const worker = await createWorker({
    environment,
    db,
    connection,
    bundlePath: await workflowBundle(sdkLogger),
    ...(workerDeploymentOptions && { workerDeploymentOptions }),
    runWorkflows: temporalRunWorkflows(client, { timeoutMs: temporalTimeoutMs }),
    erasureWorkflows: temporalErasureWorkflows(client, { timeoutMs: temporalTimeoutMs }),
    realtime,
    models: createModels(modelsConfig(environment)),
    schemas,
    keyring,
    outboundHttp,
    webhooks,
    log,
  });
  const schedule = await untilReachable('Temporal', () => ensureSweepSchedule(client), reach);
  if (schedule !== 'unchanged') log.info(`the schedule of the sweep was ${schedule}`);

  const operations =
    environment.METRICS_PORT === undefined
      ? undefined
      : await startOperationsServer({
          host: environment.HOST,
          port: environment.METRICS_PORT,
          metrics,
          ...(sdkMetrics && { furtherMetrics: sdkMetrics }),
          ready: async () => {
            if (!worker.polls()) throw new Error('the worker does not poll');
            await Promise.all([db.ping(), pingTemporal(client, temporalTimeoutMs)]);
          },
        });

  stopping.signal.addEventListener('abort', () => worker.shutdown());
  log.info({ namespace: settings.namespace, version: workerDeploymentOptions?.version }, 'worker polls');
  webhooks.start();
  if (!stopping.signal.aborted) await worker.run();
  await worker.close();
  await schemas.close();
  await webhooks.stop();
  await outboundHttp.close();
  await realtime?.close();
  log.info('worker drained');
  operations?.close();
  await connection.close();
  await client.connection.close();
  await db.close();
}

await runMain(main);
