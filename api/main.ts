import { createModels } from '#adapters/model/models.ts';
import { measureRequests } from '#adapters/operations/request-metrics.ts';
import { createMetrics, startOperationsServer } from '#adapters/operations/server.ts';
import { measureWebhooks } from '#adapters/operations/webhook-metrics.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { createTemporalClient, pingTemporal } from '#adapters/temporal/connect.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { connectRealtime } from '#config/connect-realtime.ts';
import { parseEnvironment } from '#config/environment.ts';
import { createLogger } from '#config/logger.ts';
import { runMain } from '#config/run-main.ts';
import { apiDatabaseSettings, modelsConfig, outboundOptions, temporalSettings } from '#config/settings.ts';
import { tokenPrices } from '#config/token-prices.ts';
import { untilReachable } from '#config/until-reachable.ts';
import { Identifier } from '#identify/identifier.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { Outbox } from '#loom/outbox.ts';
import { followedByApi } from '#store/mongo/followed-writes.ts';
import { SchemaPool } from '#patches/schema-pool.ts';
import { openDatabase } from '#store/mongo/open-database.ts';
import { publishStored } from '#store/events/publish-stored.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { EventFeed } from '#store/events/event-feed.ts';
import { ImportedDirectories } from '#store/directories/imported-directories.ts';
import { Lookups } from '#store/money/lookups.ts';
import { PublishedAgents } from '#store/agents/published-agents.ts';
import { OpenStreams } from '#store/streaming/open-streams.ts';
import { ThreadFeed } from '#store/streaming/thread-feed.ts';
import { WatchAnnouncer } from '#store/streaming/watched-threads.ts';
import { Webhooks } from '#webhooks/webhooks.ts';
import { createApp } from './app.ts';
import { Cursors } from './pagination/cursors.ts';
import { createHttpServer } from './server/http-server.ts';
import { createAllowances } from './limits/allowances.ts';
import { RequestLog } from './requests/request-log.ts';
import { serve } from './server/serve.ts';

/** How long Temporal may take to start or signal a run. After that it is accepted all the same. */
const temporalTimeoutMs = 5000;
const pingTimeoutMs = 2000;

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
  const eventFeed = new EventFeed(db);
  const directories = new ImportedDirectories(db);
  const [identifyData] = await Promise.all([loadIdentifyData(), directories.start()]);
  const requestLog = new RequestLog(db, log);
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
  const outbox = new Outbox(db, temporalRunWorkflows(client, { timeoutMs: temporalTimeoutMs }), {
    warn: (fields, message) => log.warn(fields, message),
  });
  const schemas = new SchemaPool();
  const openStreams = new OpenStreams(db);
  const ping = async () => await pingTemporal(client, pingTimeoutMs);
  const app = createApp(
    {
      db,
      eventFeed,
      ...(realtime === undefined ? {} : { realtime }),
      threadFeed: new ThreadFeed(db, eventFeed, new WatchAnnouncer(db)),
      openStreams,
      allowances: createAllowances(db, environment.RATE_LIMIT_PER_MINUTE, log),
      trustedProxies: environment.TRUSTED_PROXIES,
      requestLog,
      measureRequest: measureRequests(metrics),
      cursors: new Cursors(environment.ENCRYPTION_KEYS),
      keyring,
      idempotencyLeaseMs: environment.IDEMPOTENCY_LEASE_SECONDS * 1000,
      outboundHttp,
      identifier: new Identifier(identifyData, directories),
      lookups: new Lookups(db, environment.IDENTIFY_PRICE),
      webhooks,
      agents: new PublishedAgents(db),
      schemas,
      prices: tokenPrices(environment),
      hasModel: createModels(modelsConfig(environment)).has,
      outbox,
      pingTemporal: ping,
      log,
    },
    stopping.signal,
    environment.CORS_ORIGINS,
  );
  const operations =
    environment.METRICS_PORT === undefined
      ? undefined
      : await startOperationsServer({
          port: environment.METRICS_PORT,
          metrics,
          ready: async () => {
            await Promise.all([db.ping(), ping()]);
          },
        });
  const server = createHttpServer(app.callback());
  await serve(server, { port: environment.PORT, log, stopping: stopping.signal });
  operations?.close();
  await openStreams.close();
  await schemas.close();
  await requestLog.close();
  await webhooks.stop();
  await outboundHttp.close();
  await outbox.close();
  eventFeed.close();
  await realtime?.close();
  await client.connection.close();
  await db.close();
}

await runMain(main);
