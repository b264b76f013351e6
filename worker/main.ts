import { NativeConnection } from '@temporalio/worker';
import { createActivities } from '#activities/create-activities.ts';
import { createDeltaSink } from '#activities/delta-sink.ts';
import { slotsInAll } from '#activities/slots.ts';
import { createModels } from '#adapters/model/models.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { createMetrics, startOperationsServer } from '#adapters/operations/server.ts';
import { measureWebhooks } from '#adapters/operations/webhook-metrics.ts';
import { connectionOptions, createTemporalClient, pingTemporal } from '#adapters/temporal/connect.ts';
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
import { tokenPrices } from '#config/token-prices.ts';
import { untilReachable } from '#config/until-reachable.ts';
import { Identifier } from '#identify/identifier.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { followedByWorker } from '#store/mongo/followed-writes.ts';
import { SchemaPool } from '#patches/schema-pool.ts';
import { openDatabase } from '#store/mongo/open-database.ts';
import { publishStored } from '#store/events/publish-stored.ts';
import { ImportedDirectories } from '#store/directories/imported-directories.ts';
import { WatchedThreads } from '#store/streaming/watched-threads.ts';
import { PublishedAgents } from '#store/agents/published-agents.ts';
import { PublishedPatches } from '#store/agents/published-patches.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { openConnection } from '#store/connections/connections.ts';
import { Outbox } from '#loom/outbox.ts';
import { Webhooks } from '#webhooks/webhooks.ts';
import { workflowBundle } from './bundle.ts';
import { createWorkers } from './create-workers.ts';
import { deploymentOptions } from './deployment-options.ts';
import { installRuntime } from './install-runtime.ts';
import { ensureSweepSchedule } from './sweep-schedule.ts';
import { temporalLogger } from './temporal-logger.ts';

/** How long Temporal may take to answer one call. */
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
  const workflows = temporalRunWorkflows(client, { timeoutMs: temporalTimeoutMs });
  const outbox = new Outbox(db, workflows, { warn: (fields, message) => log.warn(fields, message) });
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
  const watchedThreads = new WatchedThreads(db);
  const directories = new ImportedDirectories(db);
  const [identifyData] = await Promise.all([loadIdentifyData(), directories.start(), watchedThreads.start()]);
  const schemas = new SchemaPool();
  const activities = createActivities({
    db,
    agents: new PublishedAgents(db),
    models: createModels(modelsConfig(environment)),
    prices: tokenPrices(environment),
    patches: new PublishedPatches(db),
    schemas,
    outboundHttp,
    identifier: new Identifier(identifyData, directories),
    identifyPrice: environment.IDENTIFY_PRICE,
    openConnection: async (workspaceId, id) => await openConnection(db, keyring, workspaceId, id),
    workflows,
    outbox,
    deltas: createDeltaSink(db, watchedThreads, realtime),
    webhooks,
  });
  const workerDeploymentOptions = await deploymentOptions(workerVersion(environment));
  const workers = await createWorkers({
    connection,
    namespace: settings.namespace,
    bundlePath: await workflowBundle(sdkLogger),
    activities,
    maxCachedWorkflows: environment.MAX_CACHED_WORKFLOWS,
    ...(workerDeploymentOptions && { workerDeploymentOptions }),
  });
  const schedule = await untilReachable('Temporal', () => ensureSweepSchedule(client), reach);
  if (schedule !== 'unchanged') log.info(`the schedule of the sweep was ${schedule}`);

  const operations =
    environment.METRICS_PORT === undefined
      ? undefined
      : await startOperationsServer({
          port: environment.METRICS_PORT,
          metrics,
          ...(sdkMetrics && { furtherMetrics: sdkMetrics }),
          ready: async () => {
            if (workers.some((each) => each.getState() !== 'RUNNING'))
              throw new Error('a worker does not poll');
            await Promise.all([db.ping(), pingTemporal(client, temporalTimeoutMs)]);
          },
        });

  stopping.signal.addEventListener('abort', () => {
    for (const each of workers) if (each.getState() === 'RUNNING') each.shutdown();
  });
  log.info({ namespace: settings.namespace, version: workerDeploymentOptions?.version }, 'worker polls');
  webhooks.start();
  if (!stopping.signal.aborted) await Promise.all(workers.map((each) => each.run()));
  await schemas.close();
  await webhooks.stop();
  await outboundHttp.close();
  await outbox.close();
  await realtime?.close();
  log.info('worker drained');
  operations?.close();
  await connection.close();
  await client.connection.close();
  await db.close();
}

await runMain(main);
