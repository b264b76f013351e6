import { createModels } from '#adapters/model/models.ts';
import { createMetrics, startOperationsServer } from '#adapters/operations/server.ts';
import { measureWebhooks } from '#adapters/operations/webhook-metrics.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { temporalErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { connectRealtime } from '#config/connect-realtime.ts';
import { parseEnvironment } from '#config/environment.ts';
import { createLogger } from '#config/logger.ts';
import { runMain } from '#config/run-main.ts';
import { apiDatabaseSettings, modelsConfig, outboundOptions, temporalSettings } from '#config/settings.ts';
import { untilReachable } from '#config/until-reachable.ts';
import { followedByApi } from '#store/mongo/followed-writes.ts';
import { SchemaPool } from '#patches/schema-pool.ts';
import { openDatabase } from '#store/mongo/open-database.ts';
import { publishStored } from '#store/events/publish-stored.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { Webhooks } from '#webhooks/webhooks.ts';
import { createApi } from './create-api.ts';
import { serve } from './server/serve.ts';

/** How long Temporal may take to start or signal a run. After that the request is accepted anyway. */
const temporalTimeoutMs = 5000;

async function main(): Promise<void> {
  const environment = parseEnvironment(process.env);
  const log = createLogger('api', environment.LOG_LEVEL);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

  const db = await untilReachable(
    'MongoDB',
    () => openDatabase({ ...apiDatabaseSettings(environment), followed: followedByApi }),
    {
      log,
      signal: stopping.signal,
    },
  );
  const client = createTemporalClient(temporalSettings(environment));
  const realtime = connectRealtime(environment, log);
  if (realtime !== undefined) publishStored(db, realtime.publish);
  const metrics = createMetrics('api');
  const keyring = new Keyring(environment.ENCRYPTION_KEYS);
  const outboundHttp = createOutboundHttp(outboundOptions(environment));
  const webhooks = new Webhooks({
    db,
    keyring,
    outboundHttp,
    workflows: temporalWebhookWorkflows(client, { timeoutMs: temporalTimeoutMs }),
    retryScale: environment.WEBHOOK_RETRY_SCALE,
    measure: measureWebhooks(metrics),
    log,
  }).start();
  const schemas = new SchemaPool();
  const api = await createApi({
    environment,
    db,
    temporal: client,
    runWorkflows: temporalRunWorkflows(client, { timeoutMs: temporalTimeoutMs }),
    erasureWorkflows: temporalErasureWorkflows(client, { timeoutMs: temporalTimeoutMs }),
    realtime,
    models: createModels(modelsConfig(environment)),
    schemas,
    keyring,
    outboundHttp,
    webhooks,
    metrics,
    log,
    stopping: stopping.signal,
  });
  const operations =
    environment.METRICS_PORT === undefined
      ? undefined
      : await startOperationsServer({
          host: environment.HOST,
          port: environment.METRICS_PORT,
          metrics,
          ready: async () => {
            await Promise.all([db.ping(), api.pingTemporal()]);
          },
        });
  await serve(api.server, { host: environment.HOST, port: environment.PORT, log, stopping: stopping.signal });
  operations?.close();
  await api.close();
  await schemas.close();
  await webhooks.stop();
  await outboundHttp.close();
  await realtime?.close();
  await client.connection.close();
  await db.close();
}

await runMain(main);
