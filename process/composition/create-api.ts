import type { Server } from 'node:http';
import { createOidcClient } from '#adapters/oidc/oidc-client.ts';
import { measureRequests } from '#adapters/operations/duration-metrics.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { pingTemporal } from '#adapters/temporal/connect.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import { createApp } from '#api/app.ts';
import { builtConsole } from '#api/console/serve-files.ts';
import { Suspensions } from '#api/http/authentication/suspensions.ts';
import { createAllowances } from '#api/http/limits/allowances.ts';
import { createConcurrencyLimits } from '#api/http/limits/concurrency-limits.ts';
import { RequestLog } from '#api/http/middleware/request-log.ts';
import { Cursors } from '#api/http/pagination/cursors.ts';
import { createHttpServer } from '#api/http/server/http-server.ts';
import { Uploads } from '#api/http/uploads/uploads.ts';
import { PauseStates } from '#api/mcp/pause-states.ts';
import { createAccessTokens } from '#api/oauth/access-tokens.ts';
import { deriveOAuthKeys } from '#api/oauth/keys.ts';
import { Speeches } from '#api/resources/voice/speeches.ts';
import { VoiceList } from '#api/resources/voice/voice-list.ts';
import { VoiceSwitch } from '#api/resources/voice/voice-switch.ts';
import type { ApiServices } from '#api/services.ts';
import { createRevisions } from '#engine/judging/judge-revision.ts';
import { createEngine } from '#engine/steps/engine.ts';
import { createAsking } from '#integrations/calls/ask-patch.ts';
import { baseUrl, consoleSettings } from '#process/config/settings.ts';
import { KeyUse } from '#store/credentials/key-use.ts';
import { sealWith } from '#store/credentials/seal.ts';
import { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';
import { EventFeed } from '#store/events/event-feed.ts';
import { Lookups } from '#store/lookups/lookups.ts';
import type { UnusedClients } from '#store/oauth/clients.ts';
import { EndedRuns } from '#store/runs/ended-runs.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { ApprovalFeed } from '#store/streaming/approval-feed.ts';
import { OpenStreams } from '#store/streaming/open-streams.ts';
import { ThreadFeed } from '#store/streaming/thread-feed.ts';
import { WatchAnnouncer } from '#store/streaming/watched-threads.ts';
import { callPreparation } from './call-preparation.ts';
import type { Services } from './create-services.ts';
import { systemClock } from './system-clock.ts';

const pingTimeoutMs = 2000;
/** After this time, another process makes a speech whose process has died. */
const speechLeaseMs = 15_000;
/** A hosted client registers once for each of its users, from a few addresses. */
const mostUnusedClients: UnusedClients = { all: 10_000, ofAddress: 1000 };

/** The options of an API beside the services of its process. */
export interface ApiOptions {
  /** Absent if the deployment has no voice provider. */
  voice?: VoiceProvider | undefined;
  /** Aborts when the process is about to stop: it says that it is not ready, and serves on. */
  leaving: AbortSignal;
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
 * Creates an API, which has the limits of time of the API's database.
 * @param replaced services that replace those created here, to cause faults in tests
 * @throws if MongoDB does not respond
 */
export async function createApi(
  services: Services,
  { voice, leaving, stopping }: ApiOptions,
  replaced: Partial<ApiServices> = {},
): Promise<Api> {
  const { environment, apiDb: db, realtime, keyring, schemas, models, extractor, identifier, log } = services;
  const keys = environment.ENCRYPTION_KEYS;
  const eventFeed = new EventFeed(db);
  const requestLog = new RequestLog(db, log);
  const settings = new WorkspaceSettings(db);
  const openStreams = new OpenStreams(db, settings, environment.STREAMS_PER_WORKSPACE);
  const { agents = services.agents, prices = services.prices } = replaced;
  const ports = runPorts(replaced.db ?? db, keyring);
  const engine = createEngine(
    {
      ...ports,
      agents,
      prices,
      schemas,
      workflows: services.runWorkflows,
      clock: systemClock(db),
      seal: sealWith(keyring),
      log,
    },
    services,
  );
  const documentHttp = createOutboundHttp();
  const uploads = new Uploads();
  await uploads.directory.removeLeftovers();
  const ping = async () => await pingTemporal(services.temporal, pingTimeoutMs);
  const apiServices: ApiServices = {
    db,
    eventFeed,
    ...(realtime && { realtime }),
    console: { ...consoleSettings(environment), files: builtConsole },
    voice,
    voiceSwitch: new VoiceSwitch(settings),
    voices: new VoiceList(),
    speeches: new Speeches({ db, keyring, log, leaseMs: speechLeaseMs }),
    uploads,
    threadFeed: new ThreadFeed(db, eventFeed, new WatchAnnouncer(db)),
    approvalFeed: new ApprovalFeed(db, eventFeed),
    openStreams,
    ...createConcurrencyLimits(),
    allowances: createAllowances(db, {
      settings,
      keyring,
      defaultLimit: environment.RATE_LIMIT_PER_MINUTE,
      log,
    }),
    suspensions: new Suspensions(settings),
    pauseStates: new PauseStates(keys),
    baseUrl: baseUrl(environment),
    statements: services.statements,
    oauthKeys: deriveOAuthKeys(keys),
    unusedClients: mostUnusedClients,
    accessTokens: createAccessTokens(db, keyring),
    trustedProxies: environment.TRUSTED_PROXIES,
    endedRuns: new EndedRuns(db),
    requestLog,
    measureRequest: measureRequests(services.metrics),
    cursors: new Cursors(keys),
    keyring,
    idempotencyLeaseMs: environment.IDEMPOTENCY_LEASE_SECONDS * 1000,
    outboundHttp: services.outboundHttp,
    documentHttp,
    mcpClient: services.mcpClient,
    oidc: createOidcClient(services.outboundHttp),
    extractor,
    identifier,
    revisions: createRevisions({
      ...engine,
      patches: services.patches,
      schemas,
      accounts: identifier,
      builtIns: services.builtIns,
      asking: createAsking(callPreparation(services, ports)),
    }),
    keyUse: new KeyUse(db, log),
    lookups: new Lookups(db, environment.IDENTIFY_PRICE),
    webhooks: services.webhooks,
    tracing: services.tracing,
    agents,
    schemas,
    prices,
    hasModel: models.has,
    engine,
    erasureWorkflows: services.erasureWorkflows,
    pingTemporal: ping,
    log,
    ...replaced,
  };
  const app = createApp(apiServices, { leaving, stopping }, environment.CORS_ORIGINS);
  return {
    server: createHttpServer(app.callback()),
    pingTemporal: ping,
    close: async () => {
      await apiServices.speeches.close();
      await apiServices.uploads.directory.close();
      await openStreams.close();
      await requestLog.close();
      await engine.outbox.close();
      await documentHttp.close();
      eventFeed.close();
    },
  };
}
