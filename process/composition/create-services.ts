import type { Registry } from 'prom-client';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import type { Models } from '#adapters/model/models.ts';
import { measureWebhooks } from '#adapters/operations/duration-metrics.ts';
import { countRuns } from '#adapters/operations/run-metrics.ts';
import { createMetrics } from '#adapters/operations/server.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import { Statements } from '#adapters/statements/statements.ts';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import type { EagerStarts } from '#adapters/temporal/eager-starts.ts';
import { temporalErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { defined } from '#contract/defined.ts';
import { RecentRuns } from '#engine/steps/recent-runs.ts';
import { Identifier } from '#identify/identifier.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { createBuiltIns } from '#integrations/calls/built-ins.ts';
import { Extractor } from '#integrations/extract/extractor.ts';
import { RealtimeChannels } from '#integrations/replies/realtime-channels.ts';
import type { WebhookDependencies } from '#integrations/webhooks/dependencies.ts';
import { Webhooks } from '#integrations/webhooks/webhooks.ts';
import { OriginPool } from '#adapters/origins/origin-pool.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { outboundOptions, temporalSettings, temporalTimeoutMs } from '#process/config/settings.ts';
import { tokenPrices } from '#process/config/token-prices.ts';
import { PublishedAgents } from '#store/agents/published-agents.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { ImportedDirectories } from '#store/directories/imported-directories.ts';
import { publishStored } from '#store/events/events.ts';
import type { Database } from '#store/mongo/database.ts';
import { PublishedPatches } from '#store/patches/published-patches.ts';
import { connectModels } from './connect-models.ts';
import type { Process } from './process.ts';
import { connectRealtime } from './providers.ts';

/** The services that an API and a worker in one process share. Each exists once in a process. */
export type Services = Awaited<ReturnType<typeof createServices>>;

/** Parts that replace those created here. Their owner closes them. */
export interface ReplacedServices {
  /** The database of the API, if it is not that of the worker. It has the shorter time limits. */
  apiDb?: Database;
  models?: Models;
  realtime?: Realtime;
  schemas?: SchemaPool;
  metrics?: Registry;
  webhooks?: Partial<WebhookDependencies>;
  /** Default: {@link temporalTimeoutMs}. */
  temporalTimeoutMs?: number;
  /** Default: the service's own. */
  taskQueue?: string;
}

/**
 * Creates what the API and the worker of a process share. Webhooks are still to be started.
 *
 * In one process the API and the worker have a database each, which differ in their time limits. What both read (agents,
 * patches, directories) is read with the limits of the API: a client waits for the answer, while a worker reads these
 * before it does anything that cannot be repeated, and its activity is retried. Webhooks and the state of models have the
 * limits of the worker, because no request waits for them.
 * @throws if MongoDB does not respond
 */
export async function createServices(
  { name, environment, log, db, tracing, closing }: Omit<Process, 'stopping'>,
  replaced: ReplacedServices = {},
) {
  const apiDb = replaced.apiDb ?? db;
  const temporal = createTemporalClient(temporalSettings(environment));
  closing.defer(async () => await temporal.connection.close());
  const realtime = replaced.realtime ?? connectRealtime(environment, log);
  if (realtime !== undefined && replaced.realtime === undefined) {
    closing.defer(async () => await realtime.close());
  }
  /** Where events are published. */
  const channels = realtime && new RealtimeChannels(realtime);
  if (channels !== undefined) publishStored(db, channels.stored);
  if (tracing !== undefined) db.storedSteps.listen(tracing.record);
  const metrics = replaced.metrics ?? createMetrics(name);
  db.storedSteps.listen(countRuns(metrics));
  const keyring = new Keyring(environment.ENCRYPTION_KEYS);
  const outboundHttp = createOutboundHttp(outboundOptions(environment));
  closing.defer(async () => await outboundHttp.close());
  const temporalOptions = {
    timeoutMs: replaced.temporalTimeoutMs ?? temporalTimeoutMs,
    ...defined({ taskQueue: replaced.taskQueue }),
  };
  /** Gets the connection of the worker, if the process has one. */
  const eagerStarts: EagerStarts = {};
  const webhooks = new Webhooks({
    db,
    keyring,
    outboundHttp,
    workflows: temporalWebhookWorkflows(temporal, temporalOptions),
    retryScale: environment.WEBHOOK_RETRY_SCALE,
    measure: measureWebhooks(metrics),
    log,
    ...replaced.webhooks,
  });
  closing.defer(async () => await webhooks.stop());
  const schemas = replaced.schemas ?? new SchemaPool();
  if (replaced.schemas === undefined) closing.defer(async () => await schemas.close());
  const origins = new OriginPool();
  closing.defer(async () => await origins.close());
  const models = replaced.models ?? connectModels({ environment, log, db, metrics });
  const prices = tokenPrices(environment);
  const directories = new ImportedDirectories(apiDb);
  const [tables] = await Promise.all([loadIdentifyData(), directories.start()]);
  const identifier = new Identifier(tables, directories);
  const extractor = new Extractor({ models, schemas, prices });
  return {
    environment,
    log,
    /** The worker's. */
    db,
    /** The API's. */
    apiDb,
    tracing,
    metrics,
    keyring,
    statements: new Statements(environment.ENCRYPTION_KEYS),
    temporal,
    eagerStarts,
    runWorkflows: temporalRunWorkflows(temporal, { ...temporalOptions, eagerStarts }),
    erasureWorkflows: temporalErasureWorkflows(temporal, temporalOptions),
    realtime,
    channels,
    outboundHttp,
    mcpClient: createMcpClient(outboundHttp),
    webhooks,
    schemas,
    origins,
    models,
    prices,
    /** Runs that the API has stored, from which the worker continues. */
    recentRuns: new RecentRuns(),
    agents: new PublishedAgents(apiDb),
    patches: new PublishedPatches(apiDb),
    identifier,
    extractor,
    builtIns: createBuiltIns({ identifier, extractor }),
  };
}
