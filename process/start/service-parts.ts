import type { Models } from '#adapters/model/models.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { RealtimeChannels } from '#integrations/replies/realtime-channels.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import type { ErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import type { Environment } from '#process/config/environment.ts';
import type { Logger } from '#process/config/logger.ts';
import type { RunWorkflows } from '#engine/ports/run-workflows.ts';
import type { RecentRuns } from '#engine/steps/recent-runs.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Tracing } from '#adapters/telemetry/export/tracing.ts';
import type { Webhooks } from '#integrations/webhooks/webhooks.ts';

/** The parts of an API and of a worker. Some have a life cycle of their own: whoever created them closes them. */
export interface ServiceParts {
  environment: Environment;
  log: Logger;
  db: Database;
  runWorkflows: RunWorkflows;
  erasureWorkflows: ErasureWorkflows;
  /** Absent if the deployment has no realtime provider. */
  realtime?: Realtime | undefined;
  /** Where events are published; absent without a realtime provider. */
  channels?: RealtimeChannels | undefined;
  /** What the API of a process has stored and its worker goes on with. */
  recentRuns: RecentRuns;
  models: Models;
  schemas: SchemaPool;
  keyring: Keyring;
  outboundHttp: OutboundHttp;
  webhooks: Webhooks;
  /** Absent if spans are exported nowhere. */
  tracing?: Tracing | undefined;
}
