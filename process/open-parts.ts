import type { Client } from '@temporalio/client';
import type { Registry } from 'prom-client';
import { createModels } from '#adapters/model/models.ts';
import { createMetrics, startOperationsServer } from '#adapters/operations/server.ts';
import { measureWebhooks } from '#adapters/operations/webhook-metrics.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { temporalErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { type Environment, parseEnvironment } from '#config/environment.ts';
import { createLogger } from '#config/logger.ts';
import { modelsConfig, outboundOptions, temporalSettings } from '#config/settings.ts';
import { SchemaPool } from '#patches/schema-pool.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { publishStored } from '#store/events/publish-stored.ts';
import { type DatabaseOptions, openDatabase } from '#store/mongo/open-database.ts';
import { Webhooks } from '#webhooks/webhooks.ts';
import { connectRealtime } from './connect-realtime.ts';
import type { ServiceParts } from './service-parts.ts';
import { untilReachable } from './until-reachable.ts';

/** How long Temporal may take to respond to one call. After that, a request is accepted anyway. */
export const temporalTimeoutMs = 5000;

export interface OpenParts extends ServiceParts {
  temporal: Client;
  metrics: Registry;
  /** Aborts when the process is told to stop, by SIGINT or SIGTERM. */
  stopping: AbortSignal;
  /** Closes the parts in reverse order. A part that is added to it is closed before them. */
  closing: AsyncDisposableStack;
}

/**
 * Reads the environment and opens what both processes of the service consist of. Waits until MongoDB can be used.
 * @throws {EnvironmentError} if the environment cannot be used
 * @throws {AbortError} if the process is told to stop while it waits
 */
export async function openParts(
  name: 'api' | 'worker',
  databaseOptions: (environment: Environment) => DatabaseOptions,
): Promise<OpenParts> {
  const environment = parseEnvironment(process.env);
  const log = createLogger(name, environment.LOG_LEVEL);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const closing = new AsyncDisposableStack();

  const openStore = async () => await openDatabase(databaseOptions(environment));
  const db = await untilReachable('MongoDB', openStore, { log, signal: stopping.signal });
  closing.defer(async () => await db.close());
  const temporal = createTemporalClient(temporalSettings(environment));
  closing.defer(async () => await temporal.connection.close());
  const realtime = connectRealtime(environment, log);
  if (realtime !== undefined) {
    publishStored(db, realtime.publish);
    closing.defer(async () => await realtime.close());
  }
  const metrics = createMetrics(name);
  const keyring = new Keyring(environment.ENCRYPTION_KEYS);
  const outboundHttp = createOutboundHttp(outboundOptions(environment));
  closing.defer(async () => await outboundHttp.close());
  const temporalOptions = { timeoutMs: temporalTimeoutMs };
  const webhooks = new Webhooks({
    db,
    keyring,
    outboundHttp,
    workflows: temporalWebhookWorkflows(temporal, temporalOptions),
    retryScale: environment.WEBHOOK_RETRY_SCALE,
    measure: measureWebhooks(metrics),
    log,
  });
  closing.defer(async () => await webhooks.stop());
  const schemas = new SchemaPool();
  closing.defer(async () => await schemas.close());
  return {
    environment,
    log,
    db,
    temporal,
    runWorkflows: temporalRunWorkflows(temporal, temporalOptions),
    erasureWorkflows: temporalErasureWorkflows(temporal, temporalOptions),
    realtime,
    models: createModels(modelsConfig(environment)),
    schemas,
    keyring,
    outboundHttp,
    webhooks,
    metrics,
    stopping: stopping.signal,
    closing,
  };
}

/**
 * Serves metrics and probes if the environment has a port for them.
 * @param ready resolves if the process can do its work, and rejects otherwise
 * @param furtherMetrics of the process, as Prometheus text
 */
export async function serveOperations(
  { environment, metrics, closing }: OpenParts,
  ready: () => Promise<unknown>,
  furtherMetrics?: () => Promise<string>,
): Promise<void> {
  if (environment.METRICS_PORT === undefined) return;
  const server = await startOperationsServer({
    host: environment.HOST,
    port: environment.METRICS_PORT,
    metrics,
    ...(furtherMetrics && { furtherMetrics }),
    ready: async () => void (await ready()),
  });
  closing.defer(() => void server.close());
}
