import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createActivities } from '#activities/create-activities.ts';
import { createDeltaSink } from '#activities/delta-sink.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import { createModels, type Models } from '#adapters/model/models.ts';
import { measureRequests } from '#adapters/operations/request-metrics.ts';
import { createTemporalClient, pingTemporal } from '#adapters/temporal/connect.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { createApp } from '#api/app.ts';
import { createAllowances } from '#api/limits/allowances.ts';
import { RequestLog } from '#api/requests/request-log.ts';
import { Cursors } from '#api/pagination/cursors.ts';
import { createHttpServer } from '#api/server/http-server.ts';
import type { Services } from '#api/services.ts';
import type { CorsOrigins } from '#config/cors-origins.ts';
import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import { Identifier } from '#identify/identifier.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { SchemaPool } from '#patches/schema-pool.ts';
import type { Database } from '#store/mongo/database.ts';
import { Outbox } from '#loom/outbox.ts';
import type { RunWorkflows } from '#loom/run-workflows.ts';
import { PublishedPatches } from '#store/agents/published-patches.ts';
import { openConnection } from '#store/connections/connections.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { PublishedAgents } from '#store/agents/published-agents.ts';
import { EventFeed } from '#store/events/event-feed.ts';
import { ImportedDirectories } from '#store/directories/imported-directories.ts';
import { Lookups } from '#store/money/lookups.ts';
import { OpenStreams } from '#store/streaming/open-streams.ts';
import { ThreadFeed } from '#store/streaming/thread-feed.ts';
import { publishStored } from '#store/events/publish-stored.ts';
import { WatchAnnouncer, WatchedThreads } from '#store/streaming/watched-threads.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { workflowBundle } from '#worker/bundle.ts';
import { createWorkers } from '#worker/create-workers.ts';
import type { WebhookDependencies } from '#webhooks/dependencies.ts';
import { Webhooks } from '#webhooks/webhooks.ts';
import { ApiClient } from './api-client.ts';
import { dropDatabase, openDatabaseOn } from './open-database.ts';

const price: TokenPrice = { input: 1, output: 1 };
const prices = { fast: price, standard: price, deep: price, scripted: price } satisfies Record<
  ModelClass,
  TokenPrice
>;
/** One credit. */
const identifyPrice = 1_000_000;

/** Where the servers are. */
export interface TestServers {
  temporalAddress: string;
  mongodbUri: string;
}

export interface ServiceOptions {
  /** Default: only `scripted`. */
  models?: Models;
  /** Without a worker runs are accepted and stay `running`. Default: true. */
  worker?: boolean;
  /** Default: none. */
  realtime?: Realtime;
  /** Requests a minute of an address, and of a workspace without a rate of its own. Default: a million. */
  requestsPerMinute?: number;
  /** Whose browser code may call it. Default: nobody's. */
  corsOrigins?: CorsOrigins;
  /** Factor on the delays between attempts to deliver to webhook endpoints. Default: 1. */
  webhookRetryScale?: number;
  /** Replaces parts of what webhooks work with, to show faults. */
  webhooks?: Partial<WebhookDependencies>;
  /** Replaces parts of what the API tells Temporal by, to show faults. */
  workflows?: Partial<RunWorkflows>;
  /** Replaces parts of what handlers work with, to show faults. */
  services?: Partial<Services>;
}

/** The service in this process, on real servers: a database and a task queue of its own. */
export interface TestService {
  db: Database;
  temporal: Client;
  taskQueue: string;
  baseUrl: string;
  /** The log lines of the API, parsed. */
  logs: Record<string, unknown>[];
  /** A new workspace with a client that relays for it, and for a subject if one is named. */
  workspace(options?: { credits?: number; subject?: string }): Promise<TestWorkspace>;
  /** A second API on the same database, as another process would be. */
  secondApi(): Promise<{ baseUrl: string; stop(): Promise<void> }>;
  startWorker(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestWorkspace {
  id: string;
  apiKey: string;
  client: ApiClient;
}

/** What workers logged as errors: tests that cause faults look here, and the terminal stays readable. */
export const workerErrors: string[] = [];
const logger = new DefaultLogger('ERROR', ({ message, meta }) => {
  workerErrors.push(`${message} ${inspect(meta)}`);
});
Runtime.install({
  logger,
  telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
});

/** Starts the service on servers that are there; in tests, take `startService` of `service.ts`. */
export async function startServiceOn(servers: TestServers, options: ServiceOptions): Promise<TestService> {
  const db = await openDatabaseOn(servers.mongodbUri);
  const taskQueue = `test-${randomBytes(6).toString('hex')}`;
  const temporal = createTemporalClient({ address: servers.temporalAddress, namespace: 'default' });
  const connection = await NativeConnection.connect({ address: servers.temporalAddress });
  const models = options.models ?? createModels({});
  const logs: Record<string, unknown>[] = [];
  const workflows = temporalRunWorkflows(temporal, { timeoutMs: 5000, taskQueue });
  const stopping = new AbortController();
  const keys = [{ id: 'test', key: randomBytes(32) }];
  const keyring = new Keyring(keys);
  const outboundHttp = createOutboundHttp({ allowPrivateAddresses: ['loopback'] });
  const ends: (() => Promise<void>)[] = [];
  if (options.realtime !== undefined) publishStored(db, options.realtime.publish);
  const webhooks = new Webhooks({
    db,
    keyring,
    outboundHttp,
    workflows: temporalWebhookWorkflows(temporal, { timeoutMs: 5000, taskQueue }),
    retryScale: options.webhookRetryScale ?? 1,
    log: pino({}, collectLines(logs)),
    ...options.webhooks,
  }).start();

  const directories = new ImportedDirectories(db);
  const [identifyData] = await Promise.all([loadIdentifyData(), directories.start()]);
  const identifier = new Identifier(identifyData, directories);

  const schemas = new SchemaPool();

  const startApi = async () => {
    const eventFeed = new EventFeed(db);
    const log = pino({}, collectLines(logs));
    const outbox = new Outbox(db, { ...workflows, ...options.workflows }, log);
    const requestLog = new RequestLog(db, log);
    const openStreams = new OpenStreams(db);
    const app = createApp(
      {
        db,
        eventFeed,
        ...(options.realtime === undefined ? {} : { realtime: options.realtime }),
        threadFeed: new ThreadFeed(db, eventFeed, new WatchAnnouncer(db)),
        openStreams,
        allowances: createAllowances(db, options.requestsPerMinute ?? 1_000_000, log),
        trustedProxies: 0,
        requestLog,
        measureRequest: measureRequests(new Registry()),
        cursors: new Cursors(keys),
        keyring,
        idempotencyLeaseMs: 60_000,
        outboundHttp,
        identifier,
        lookups: new Lookups(db, identifyPrice),
        webhooks,
        agents: new PublishedAgents(db),
        schemas,
        prices,
        hasModel: models.has,
        outbox,
        pingTemporal: async () => await pingTemporal(temporal, 2000),
        log,
        ...options.services,
      },
      stopping.signal,
      options.corsOrigins,
    );
    const server = createHttpServer(app.callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stop = async () => {
      await closeServer(server);
      await openStreams.close();
      await requestLog.close();
      await outbox.close();
      eventFeed.close();
    };
    return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
  };

  const startWorker = async () => {
    const watchedThreads = new WatchedThreads(db);
    await watchedThreads.start();
    const activities = createActivities({
      db,
      agents: new PublishedAgents(db),
      models,
      prices,
      patches: new PublishedPatches(db),
      schemas,
      outboundHttp,
      identifier,
      identifyPrice,
      openConnection: async (workspaceId, id) => await openConnection(db, keyring, workspaceId, id),
      workflows,
      outbox: new Outbox(db, workflows, pino({}, collectLines(logs))),
      deltas: createDeltaSink(db, watchedThreads, options.realtime),
      webhooks,
    });
    const bundlePath = await workflowBundle(logger);
    const workers = await createWorkers({
      connection,
      namespace: 'default',
      taskQueue,
      bundlePath,
      activities,
      maxCachedWorkflows: 500,
    });
    for (const each of workers) {
      const ended = each.run();
      ends.push(async () => {
        if (each.getState() === 'RUNNING') each.shutdown();
        await ended;
      });
    }
  };

  const api = await startApi();
  if (options.worker !== false) await startWorker();
  return {
    db,
    temporal,
    taskQueue,
    baseUrl: api.baseUrl,
    logs,
    workspace: async ({ credits = 1000, subject } = {}) => {
      const created = await createWorkspace(db, { name: 'Test', credits: credits * 1_000_000 });
      const client = new ApiClient(api.baseUrl, {
        apiKey: created.api_key,
        ...(subject === undefined ? {} : { subject }),
      });
      return { id: created.workspace._id, apiKey: created.api_key, client };
    },
    secondApi: async () => {
      const second = await startApi();
      ends.push(second.stop);
      return second;
    },
    startWorker,
    stop: async () => {
      stopping.abort();
      await Promise.all(ends.map((end) => end()));
      await api.stop();
      await schemas.close();
      await webhooks.stop();
      await outboundHttp.close();
      await connection.close();
      await temporal.connection.close();
      await dropDatabase(db);
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

function collectLines(lines: Record<string, unknown>[]): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
}
