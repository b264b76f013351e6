import type { Server } from 'node:http';
import type { Client } from '@temporalio/client';
import type { Registry } from 'prom-client';
import { defined } from '#contract/defined.ts';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import { measureRequests } from '#adapters/operations/duration-metrics.ts';
import { createOidcClient } from '#adapters/oidc/oidc-client.ts';
import { Statements } from '#adapters/statements/statements.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import { pingTemporal } from '#adapters/temporal/connect.ts';
import { baseUrl, consoleSettings } from '#process/config/settings.ts';
import { tokenPrices } from '#process/config/token-prices.ts';
import { createRevisions } from '#engine/judging/judge-revision.ts';
import { createBuiltIns } from '#integrations/calls/built-ins.ts';
import { Extractor } from '#integrations/extract/extractor.ts';
import { Identifier } from '#identify/identifier.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { createEngine } from '#engine/steps/engine.ts';
import { sealWith } from '#store/credentials/seal.ts';
import { systemClock } from '#process/start/system-clock.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import type { ServiceParts } from '#process/start/service-parts.ts';
import { PublishedAgents } from '#store/agents/published-agents.ts';
import { ImportedDirectories } from '#store/directories/imported-directories.ts';
import { EventFeed } from '#store/events/event-feed.ts';
import { PublishedPatches } from '#store/patches/published-patches.ts';
import { EndedRuns } from '#store/runs/ended-runs.ts';
import type { UnusedClients } from '#store/oauth/clients.ts';
import { KeyUse } from '#store/credentials/key-use.ts';
import { Lookups } from '#store/lookups/lookups.ts';
import { OpenStreams } from '#store/streaming/open-streams.ts';
import { ApprovalFeed } from '#store/streaming/approval-feed.ts';
import { ThreadFeed } from '#store/streaming/thread-feed.ts';
import { WatchAnnouncer } from '#store/streaming/watched-threads.ts';
import { createApp } from './app.ts';
import { builtConsole } from './console/serve-files.ts';
import { createAllowances } from './http/limits/allowances.ts';
import { ConcurrencyLimiter, type MostHeld } from './http/limits/concurrency-limiter.ts';
import { PauseStates } from './mcp/pause-states.ts';
import { createAccessTokens } from './oauth/access-tokens.ts';
import { deriveOAuthKeys } from './oauth/keys.ts';
import { Cursors } from './http/pagination/cursors.ts';
import { RequestLog } from './http/middleware/request-log.ts';
import { createHttpServer } from './http/server/http-server.ts';
import type { Services } from './services.ts';
import { Uploads } from './http/uploads/uploads.ts';
import { Speeches } from './resources/voice/speeches.ts';
import { VoiceList } from './resources/voice/voice-list.ts';
import { VoiceSwitch } from './resources/voice/voice-switch.ts';

const pingTimeoutMs = 2000;

/**
 * In one process. A backend that relays for its users has many of them behind one address. Those of a workspace are
 * counted over all processes.
 */
const mostStreams: MostHeld = { subject: 50, workspace: Infinity, address: 5000 };
const mostSpeeches: MostHeld = { subject: 64, workspace: 250, address: 1000 };
/** After this time, another process makes a speech whose process has died. */
const speechLeaseMs = 15_000;
const mostWaits: MostHeld = { subject: 100, workspace: 500, address: 1000 };
/** Each waits for a model, and keeps a text and an answer in memory meanwhile. */
const mostExtractions: MostHeld = { subject: 8, workspace: 32, address: 64 };

/** Each can hold a few MiB of what its server lists. */
const mostMcpRequests: MostHeld = { subject: 4, workspace: 4, address: 16 };
/** A grant counts as a subject: one client has few calls at once, whoever's model it serves. */
const mostToolCalls: MostHeld = { subject: 10, workspace: 200, address: 1000 };

/** A hosted client registers once for each of its users, from a few addresses. */
const mostUnusedClients: UnusedClients = { all: 10_000, ofAddress: 1000 };

/** What an API is made of. */
export interface ApiParts extends ServiceParts {
  /** Absent if the deployment has no voice provider. */
  voice?: VoiceProvider | undefined;
  temporal: Client;
  metrics: Registry;
  /** Aborts when the process has to stop: streams and waits end. */
  stopping: AbortSignal;
}

/** An API that does not listen yet. */
export interface Api {
  server: Server;
  /** Resolves when Temporal responds. */
  pingTemporal: () => Promise<void>;
  /** Stores what has yet to be stored. Call it after the server is closed. */
  close(): Promise<void>;
}

/**
 * Creates an API.
 * @param replaced services that replace those created here, to cause faults in tests
 * @throws if MongoDB does not respond
 */
export async function createApi(parts: ApiParts, replaced: Partial<Services> = {}): Promise<Api> {
  const { environment, db, realtime, models, metrics, log } = parts;
  const directories = new ImportedDirectories(db);
  const [identifyData] = await Promise.all([loadIdentifyData(), directories.start()]);
  const eventFeed = new EventFeed(db);
  const requestLog = new RequestLog(db, log);
  const openStreams = new OpenStreams(db, environment.STREAMS_PER_WORKSPACE);
  const { agents = new PublishedAgents(db), prices = tokenPrices(environment) } = replaced;
  const { runWorkflows: workflows } = parts;
  const engine = createEngine(
    {
      ...runPorts(replaced.db ?? db, parts.keyring),
      agents,
      prices,
      workflows,
      clock: systemClock(db),
      seal: sealWith(parts.keyring),
      log,
    },
    { recentRuns: parts.recentRuns },
  );
  const ping = async () => await pingTemporal(parts.temporal, pingTimeoutMs);
  const keyring = parts.keyring;
  const documentHttp = createOutboundHttp();
  const uploads = new Uploads();
  await uploads.directory.removeLeftovers();
  const speeches = new Speeches({ db, keyring, log, leaseMs: speechLeaseMs });
  const extractor = new Extractor({ models, schemas: parts.schemas, prices });
  const identifier = new Identifier(identifyData, directories);
  const services: Services = {
    db,
    eventFeed,
    ...defined({ realtime }),
    console: { ...consoleSettings(environment), files: builtConsole },
    voice: parts.voice,
    voiceSwitch: new VoiceSwitch(db),
    voices: new VoiceList(),
    speeches,
    speechLimiter: new ConcurrencyLimiter('responses of audio', mostSpeeches),
    uploads,
    threadFeed: new ThreadFeed(db, eventFeed, new WatchAnnouncer(db)),
    approvalFeed: new ApprovalFeed(db, eventFeed),
    openStreams,
    streamLimiter: new ConcurrencyLimiter('streams of events', mostStreams),
    waitLimiter: new ConcurrencyLimiter('requests that wait', mostWaits),
    extractLimiter: new ConcurrencyLimiter('extractions', mostExtractions),
    allowances: createAllowances(db, keyring, environment.RATE_LIMIT_PER_MINUTE, log),
    toolLimiter: new ConcurrencyLimiter('tool calls that wait', mostToolCalls),
    pauseStates: new PauseStates(environment.ENCRYPTION_KEYS),
    baseUrl: baseUrl(environment),
    statements: new Statements(environment.ENCRYPTION_KEYS),
    oauthKeys: deriveOAuthKeys(environment.ENCRYPTION_KEYS),
    unusedClients: mostUnusedClients,
    accessTokens: createAccessTokens(db, keyring),
    trustedProxies: environment.TRUSTED_PROXIES,
    endedRuns: new EndedRuns(db),
    requestLog,
    measureRequest: measureRequests(metrics),
    cursors: new Cursors(environment.ENCRYPTION_KEYS),
    keyring,
    idempotencyLeaseMs: environment.IDEMPOTENCY_LEASE_SECONDS * 1000,
    outboundHttp: parts.outboundHttp,
    documentHttp,
    mcpClient: createMcpClient(parts.outboundHttp),
    oidc: createOidcClient(parts.outboundHttp),
    mcpLimiter: new ConcurrencyLimiter('requests to MCP servers', mostMcpRequests),
    extractor,
    identifier,
    revisions: createRevisions({
      ...engine,
      patches: new PublishedPatches(db),
      schemas: parts.schemas,
      accounts: identifier,
      builtIns: createBuiltIns({ identifier, extractor }),
    }),
    keyUse: new KeyUse(db, log),
    lookups: new Lookups(db, environment.IDENTIFY_PRICE),
    webhooks: parts.webhooks,
    tracing: parts.tracing,
    agents,
    schemas: parts.schemas,
    prices,
    hasModel: models.has,
    engine,
    erasureWorkflows: parts.erasureWorkflows,
    pingTemporal: ping,
    log,
    ...replaced,
  };
  const app = createApp(services, parts.stopping, environment.CORS_ORIGINS);
  return {
    server: createHttpServer(app.callback()),
    pingTemporal: ping,
    close: async () => {
      await services.speeches.close();
      await services.uploads.directory.close();
      await openStreams.close();
      await requestLog.close();
      await engine.outbox.close();
      await documentHttp.close();
      eventFeed.close();
    },
  };
}
