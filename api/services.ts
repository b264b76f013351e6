import type { AnsweredRequest } from '#adapters/operations/request-metrics.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { ErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import type { Identifier } from '#identify/identifier.ts';
import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Outbox } from '#loom/outbox.ts';
import type { SchemaPool } from '#patches/schema-pool.ts';
import type { Database } from '#store/mongo/database.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { EventFeed } from '#store/events/event-feed.ts';
import type { Lookups } from '#store/money/lookups.ts';
import type { PublishedAgents } from '#store/agents/published-agents.ts';
import type { OpenStreams } from '#store/streaming/open-streams.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';
import type { Webhooks } from '#webhooks/webhooks.ts';
import type { Logger } from '#config/logger.ts';
import type { Cursors } from './pagination/cursors.ts';
import type { Allowances } from './limits/allowances.ts';
import type { HeldPlaces } from './limits/held-places.ts';
import type { RequestLog } from './requests/request-log.ts';

/** What handlers work with. Everything that lives outside the process comes in here. */
export interface Services {
  db: Database;
  /** What happens, as it happens. */
  eventFeed: EventFeed;
  threadFeed: ThreadFeed;
  /** Counts the streams of events that a workspace has open in all processes. */
  openStreams: OpenStreams;
  /** Streams of events that are open in this process. */
  streamPlaces: HeldPlaces;
  /** Requests that wait for a run in this process. */
  waitPlaces: HeldPlaces;
  /** Absent where the deployment has no realtime provider. */
  realtime?: Realtime;
  cursors: Cursors;
  /** Runs by id; those that have ended are kept in memory. */
  endedRuns: EndedRuns;
  /** How many proxies before the API tell where a request comes from. */
  trustedProxies: number;
  /** What requests are counted against. */
  allowances: Allowances;
  /** Where requests are recorded. */
  requestLog: RequestLog;
  /** Counts and times every request. */
  measureRequest: (request: AnsweredRequest) => void;
  /** Encrypts what is secret at rest. */
  keyring: Keyring;
  /** How long a request that holds an Idempotency-Key is waited for when its process died. */
  idempotencyLeaseMs: number;
  /** Calls customers' hosts. */
  outboundHttp: OutboundHttp;
  /** Resolves account references. */
  identifier: Identifier;
  /** Charges and counts what was resolved. */
  lookups: Lookups;
  /** Sends events to webhook endpoints. */
  webhooks: Webhooks;
  /** Agents by id, for work on what belongs to their workspace. */
  agents: PublishedAgents;
  /** Checks the definitions of patches. */
  schemas: SchemaPool;
  /** What a token costs. */
  prices: Record<ModelClass, TokenPrice>;
  /** Whether the deployment maps a model class to a model. */
  hasModel: (modelClass: ModelClass) => boolean;
  /** Tells the runs' workflows what is stored for them; what Temporal does not take is told by the sweep. */
  outbox: Outbox;
  /** The workflows of erasures. */
  erasureWorkflows: ErasureWorkflows;
  /** Resolves when Temporal answers. */
  pingTemporal: () => Promise<void>;
  log: Logger;
}
