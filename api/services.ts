import type { AnsweredRequest } from '#adapters/operations/duration-metrics.ts';
import type { Statements } from '#adapters/statements/statements.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import type { McpClient } from '#adapters/mcp-client/port.ts';
import type { OidcClient } from '#adapters/oidc/port.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { ErasureWorkflows } from '#adapters/temporal/erasure-workflows.ts';
import type { Extractor } from '#integrations/extract/extractor.ts';
import type { Identifier } from '#identify/identifier.ts';
import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { AcceptingEngine } from '#engine/steps/engine.ts';
import type { Revisions } from '#engine/judging/judge-revision.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import type { Database } from '#store/mongo/database.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { KeyUse } from '#store/credentials/key-use.ts';
import type { EventFeed } from '#store/events/event-feed.ts';
import type { Lookups } from '#store/lookups/lookups.ts';
import type { PublishedAgents } from '#store/agents/published-agents.ts';
import type { UnusedClients } from '#store/oauth/clients.ts';
import type { OpenStreams } from '#store/streaming/open-streams.ts';
import type { ApprovalFeed } from '#store/streaming/approval-feed.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';
import type { Webhooks } from '#integrations/webhooks/webhooks.ts';
import type { ProcessLog } from '#engine/ports/log.ts';
import type { Cursors } from './http/pagination/cursors.ts';
import type { Suspensions } from './http/authentication/suspensions.ts';
import type { Allowances } from './http/limits/allowances.ts';
import type { ConcurrencyLimiter } from './http/limits/concurrency-limiter.ts';
import type { OAuthKeys } from './oauth/keys.ts';
import type { AccessTokens } from './oauth/access-tokens.ts';
import type { McpServices } from './mcp/call.ts';
import type { PauseStates } from './mcp/pause-states.ts';
import type { RequestLog } from './http/middleware/request-log.ts';
import type { Uploads } from './http/uploads/uploads.ts';
import type { Speeches } from './resources/voice/speeches.ts';
import type { VoiceList } from './resources/voice/voice-list.ts';
import type { VoiceSwitch } from './resources/voice/voice-switch.ts';

/** The deployment's settings for the console. */
export interface ConsoleSettings {
  /** The folder with its files. */
  files: string;
  /** The address of the service, if it is configured. */
  baseUrl?: string;
  /** Whether browsers may send the session's cookie over https only. */
  secureCookies: boolean;
  /** The list of workflows in Temporal's web UI. */
  temporalUi?: string;
}

/** The dependencies of handlers. Everything outside the process is passed in here. */
export interface ApiServices {
  db: Database;
  /** Events as they happen. */
  eventFeed: EventFeed;
  threadFeed: ThreadFeed;
  approvalFeed: ApprovalFeed;
  /** Counts the event streams that a workspace has open in all processes. */
  openStreams: OpenStreams;
  /** Event streams that are open in this process. */
  streamLimiter: ConcurrencyLimiter;
  /** Requests that wait for a run in this process. */
  waitLimiter: ConcurrencyLimiter;
  /** Absent if the deployment has no voice provider. */
  voice?: VoiceProvider | undefined;
  /** Which workspaces may use voice. */
  voiceSwitch: VoiceSwitch;
  /** The voices that may be chosen. */
  voices: VoiceList;
  /** Speaks texts, each once. */
  speeches: Speeches;
  /** Responses of audio that are being sent by this process. */
  speechLimiter: ConcurrencyLimiter;
  /** Receives files. */
  uploads: Uploads;
  /** Absent if the deployment has no realtime provider. */
  realtime?: Realtime;
  console: ConsoleSettings;
  /** Notes when keys are used. */
  keyUse: KeyUse;
  cursors: Cursors;
  /** Runs by id. Ended runs are cached. */
  endedRuns: EndedRuns;
  /** How many proxies in front of the API report where a request comes from. */
  trustedProxies: number;
  /** The API's public address, without a slash at its end. */
  baseUrl: string;
  /** The keys of the authorization server. */
  oauthKeys: OAuthKeys;
  /** Signs heads of audit logs, and receipts. */
  statements: Statements;
  /** How many MCP clients are kept that registered themselves and were not used yet. */
  unusedClients: UnusedClients;
  /** Checks the access tokens of MCP clients. */
  accessTokens: AccessTokens;
  /** Which workspaces are suspended. */
  suspensions: Suspensions;
  /** The allowances that requests are counted against. */
  allowances: Allowances;
  /** Tool calls of MCP clients that wait for a run in this process; a grant counts as a subject. */
  toolLimiter: ConcurrencyLimiter;
  /** Signs what MCP clients carry while they ask their users. */
  pauseStates: PauseStates;
  /** Where requests are recorded. */
  requestLog: RequestLog;
  /** Counts and times every request. */
  measureRequest: (request: AnsweredRequest) => void;
  /** Encrypts secrets at rest. */
  keyring: Keyring;
  /** How long an Idempotency-Key stays with a request whose process died. */
  idempotencyLeaseMs: number;
  /** Calls customers' hosts. */
  outboundHttp: OutboundHttp;
  /**
   * Fetches the metadata documents of MCP clients. Strangers name them, so it calls public addresses only, also where the
   * deployment opens private ones for its customers' hosts.
   */
  documentHttp: OutboundHttp;
  /** Speaks to customers' MCP servers. */
  mcpClient: McpClient;
  /** Signs people in to the console at the identity provider of their workspace. */
  oidc: OidcClient;
  /** Requests that wait for an MCP server in this process. */
  mcpLimiter: ConcurrencyLimiter;
  /** Extracts data from texts. */
  extractor: Extractor;
  /** Extractions that are in progress in this process. */
  extractLimiter: ConcurrencyLimiter;
  /** Resolves account references. */
  identifier: Identifier;
  /** Charges and counts lookups. */
  lookups: Lookups;
  /** Sends events to webhook endpoints. */
  webhooks: Webhooks;
  /** Absent if spans are exported nowhere. */
  tracing?: McpServices['tracing'];
  /** Agents by id, for work on what belongs to their workspace. */
  agents: PublishedAgents;
  /** Checks the definitions of patches. */
  schemas: SchemaPool;
  /** Judges corrected arguments of held calls. */
  revisions: Revisions;
  /** Token prices. */
  prices: Record<ModelClass, TokenPrice>;
  /** Whether the deployment maps a model class to a model. */
  hasModel: (modelClass: ModelClass) => boolean;
  /** Accepts messages and other input for runs. */
  engine: AcceptingEngine;
  /** The workflows of erasures. */
  erasureWorkflows: ErasureWorkflows;
  /** Resolves when Temporal responds. */
  pingTemporal: () => Promise<void>;
  log: ProcessLog;
}
