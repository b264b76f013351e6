import { defined } from '#contract/defined.ts';
import type { Client } from '@temporalio/client';
import type { Registry } from 'prom-client';
import { createMetrics } from '#adapters/operations/server.ts';
import { measureWebhooks } from '#adapters/operations/duration-metrics.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import type { EagerStarts } from '#adapters/temporal/eager-starts.ts';
import { temporalErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import type { Environment } from '#process/config/environment.ts';
import type { Logger } from '#process/config/logger.ts';
import { outboundOptions, temporalSettings } from '#process/config/settings.ts';
import { RecentRuns } from '#engine/steps/recent-runs.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { publishStored } from '#store/events/events.ts';
import { RealtimeChannels } from '#integrations/replies/realtime-channels.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Tracing } from '#adapters/telemetry/export/tracing.ts';
import type { WebhookDependencies } from '#integrations/webhooks/dependencies.ts';
import { Webhooks } from '#integrations/webhooks/webhooks.ts';
import { connectModels } from './connect-models.ts';
import { connectRealtime } from './providers.ts';
import type { ServiceParts } from './service-parts.ts';

/** How long Temporal may take to respond to one call. After that, a request is accepted anyway. */
export const temporalTimeoutMs = 5000;

/** Which process it is. `service`: an API and a worker in one. */
export type ProcessName = 'api' | 'worker' | 'service';

/** What the parts are made from. */
export interface PartsInput {
  name: ProcessName;
  environment: Environment;
  log: Logger;
  db: Database;
  /** Absent: off. */
  tracing?: Tracing | undefined;
  /** Receives what closes the parts that are created. */
  closing: AsyncDisposableStack;
}

/** What tests replace. Whoever gives a part closes it. */
export interface ReplacedParts extends Partial<Pick<ServiceParts, 'models' | 'realtime' | 'schemas'>> {
  metrics?: Registry;
  webhooks?: Partial<WebhookDependencies>;
  /** Default: {@link temporalTimeoutMs}. */
  temporalTimeoutMs?: number | undefined;
  /** Default: the service's own. */
  taskQueue?: string;
}

export interface CreatedParts extends ServiceParts {
  temporal: Client;
  /** For the worker of the process, if it has one. */
  eagerStarts: EagerStarts;
  metrics: Registry;
}

/** Creates what every process of the service consists of, besides its database. Webhooks are still to be started. */
export function createParts(
  { name, environment, log, db, tracing, closing }: PartsInput,
  replaced: ReplacedParts = {},
): CreatedParts {
  const temporal = createTemporalClient(temporalSettings(environment));
  closing.defer(async () => await temporal.connection.close());
  const realtime = replaced.realtime ?? connectRealtime(environment, log);
  const channels = realtime === undefined ? undefined : new RealtimeChannels(realtime);
  if (channels !== undefined) publishStored(db, channels.stored);
  if (realtime !== undefined && replaced.realtime === undefined) {
    closing.defer(async () => await realtime.close());
  }
  if (tracing !== undefined) db.storedSteps.listen(tracing.record);
  const metrics = replaced.metrics ?? createMetrics(name);
  const keyring = new Keyring(environment.ENCRYPTION_KEYS);
  const outboundHttp = createOutboundHttp(outboundOptions(environment));
  closing.defer(async () => await outboundHttp.close());
  const temporalOptions = {
    timeoutMs: replaced.temporalTimeoutMs ?? temporalTimeoutMs,
    ...defined({ taskQueue: replaced.taskQueue }),
  };
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
  return {
    environment,
    log,
    db,
    temporal,
    eagerStarts,
    runWorkflows: temporalRunWorkflows(temporal, { ...temporalOptions, eagerStarts }),
    erasureWorkflows: temporalErasureWorkflows(temporal, temporalOptions),
    realtime,
    channels,
    recentRuns: new RecentRuns(),
    models: replaced.models ?? connectModels({ environment, log, db, metrics }),
    schemas,
    keyring,
    outboundHttp,
    webhooks,
    tracing,
    metrics,
  };
}
