import { defined } from '#contract/defined.ts';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { Client } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { Registry } from 'prom-client';
import type { Models } from '#adapters/model/models.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import { workerConnectionOptions } from '#adapters/temporal/connect.ts';
import { type AccessTokens, createAccessTokens } from '#api/oauth/access-tokens.ts';
import type { ApiServices } from '#api/services.ts';
import type { CorsOrigins } from '#api/http/middleware/check-origin.ts';
import { type Environment, parseEnvironment } from '#process/config/environment.ts';
import { createLogger, type Logger } from '#process/config/logger.ts';
import type { RunWorkflows } from '#engine/ports/run-workflows.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { createApi } from '#process/composition/create-api.ts';
import { createServices } from '#process/composition/create-services.ts';
import { createWork } from '#process/composition/create-work.ts';
import { workerOptions } from '#process/config/settings.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';
import type { ServerClock } from '#store/mongo/server-clock.ts';
import { workflowBundle } from '#worker/bundle.ts';
import { createWorker, type ServiceWorker } from '#worker/create-worker.ts';
import type { WebhookDependencies } from '#integrations/webhooks/dependencies.ts';
import { ApiClient } from './api-client.ts';
import { noteLine, workerErrors } from './logged-errors.ts';
import { dropDatabase, openDatabaseOn } from './open-database.ts';

/** Where the servers are. */
export interface TestServers {
  temporalAddress: string;
  mongodbUri: string;
}

export interface ServiceOptions {
  /** `MODEL_PRICES`. Default: a credit for 1,000 tokens of each class. */
  modelPrices?: string;
  /** Default: only `scripted`. */
  models?: Models;
  /** Without a worker, runs are accepted and stay `running`. Default: true. */
  worker?: boolean;
  /** Default: none. */
  realtime?: Realtime;
  /** As in ENCRYPTION_KEYS. Default: a random key. */
  encryptionKeys?: string;
  /** Requests per minute of an address, and of a workspace without a rate of its own. Default: a million. */
  requestsPerMinute?: number;
  /** Origins whose browser code may call it. Default: none. */
  corsOrigins?: CorsOrigins;
  /**
   * Time limit of Temporal for a run. Default: a minute, because later signals are left to the sweep, and no sweep runs
   * here.
   */
  temporalTimeoutMs?: number;
  /** How many workflows a worker keeps in memory. Default: as in production. */
  cachedWorkflows?: number;
  /** Factor on the delays between attempts to deliver to webhook endpoints. Default: 1. */
  webhookRetryScale?: number;
  /** How long after it was erased a subject's data is looked for again, in milliseconds. Default: not at all. */
  erasureSettlesMs?: number;
  /** Replaces parts of the webhooks, to cause faults. */
  webhooks?: Partial<WebhookDependencies>;
  /** Replaces parts of the API's connection to Temporal, to cause faults. */
  workflows?: Partial<RunWorkflows>;
  /** Replaces parts of what handlers need, to cause faults. */
  services?: Partial<ApiServices>;
  /** Replaces what the service knows of the database's clock, to set clocks apart. */
  serverClock?: ServerClock;
  /** Replaces the database of the API, to cause faults. */
  apiDatabase?: (db: Database) => Database;
}

/** The service in this process, on real servers: a database and a task queue of its own. */
export interface TestService {
  db: Database;
  temporal: Client;
  taskQueue: string;
  baseUrl: string;
  /** Checks access tokens as the MCP endpoint does, in a process of its own. */
  accessTokens: AccessTokens;
  /** The API's keyring, for parts of it that a test creates itself. */
  keyring: Keyring;
  log: Logger;
  /** The log lines of the API, parsed. */
  logs: Record<string, unknown>[];
  /** A new workspace with a client that relays for it, and for a subject if one is named. */
  workspace(options?: { credits?: number; subject?: string }): Promise<TestWorkspace>;
  /** A second API on the same database, as another process would be. */
  secondApi(): Promise<{ baseUrl: string; stop(): Promise<void> }>;
  startWorker(): Promise<void>;
  /** How many workflows its workers have in memory now. */
  cachedWorkflows(): number;
  stop(): Promise<void>;
}

export interface TestWorkspace {
  id: string;
  apiKey: string;
  client: ApiClient;
}

const logger = new DefaultLogger('ERROR', ({ message, meta }) => {
  workerErrors.push(`${message} ${inspect(meta)}`);
});

/** The SDK's runtime ends with its last worker; another test file of this process may have installed its own since. */
function installRuntime(): void {
  try {
    Runtime.install({
      logger,
      telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
    });
  } catch (error) {
    // It is in use already.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

/** Its threads are shared by the services of a test process, because starting one takes longer than its work here. */
const schemas = new SchemaPool();

/** Starts the service on existing servers. In tests, use `startService` of `service.ts`. */
export async function startServiceOn(servers: TestServers, options: ServiceOptions): Promise<TestService> {
  installRuntime();
  const db = await openDatabaseOn(servers.mongodbUri);
  db.serverClock = options.serverClock ?? db.serverClock;
  // The address is part of what is issued and checked, so it is taken before there is an API.
  const firstPlace = createServer().listen(0, '127.0.0.1');
  await once(firstPlace, 'listening');
  const baseUrl = `http://127.0.0.1:${(firstPlace.address() as AddressInfo).port}`;
  const environment: Environment = {
    ...parseEnvironment({
      MONGODB_URI: servers.mongodbUri,
      MONGODB_DATABASE: db.runs.dbName,
      TEMPORAL_ADDRESS: servers.temporalAddress,
      BASE_URL: baseUrl,
      ENCRYPTION_KEYS: options.encryptionKeys ?? `test:${randomBytes(32).toString('base64')}`,
      MODEL_PRICES: options.modelPrices ?? 'fast:1/1,standard:1/1,deep:1/1',
      ALLOW_PRIVATE_ADDRESSES: 'loopback',
      WORKER_STOP_SECONDS: '50',
      RATE_LIMIT_PER_MINUTE: String(options.requestsPerMinute ?? 1_000_000),
    }),
    CORS_ORIGINS: options.corsOrigins ?? [],
    ...defined({
      MAX_CACHED_WORKFLOWS: options.cachedWorkflows,
      WEBHOOK_RETRY_SCALE: options.webhookRetryScale,
    }),
  };
  const taskQueue = `test-${randomBytes(6).toString('hex')}`;
  const connection = await NativeConnection.connect(
    workerConnectionOptions({ address: servers.temporalAddress, namespace: 'default' }),
  );
  const logs: Record<string, unknown>[] = [];
  const log = createLogger('api', 'info', collectLines(logs));
  const stopping = new AbortController();
  const ends: (() => Promise<void>)[] = [];
  const closing = new AsyncDisposableStack();
  const { models, realtime, webhooks = {}, temporalTimeoutMs = 60_000 } = options;
  const services = await createServices(
    { name: 'api', environment, log, db, closing },
    {
      apiDb: options.apiDatabase?.(db) ?? db,
      ...defined({ models, realtime }),
      schemas,
      webhooks,
      metrics: new Registry(),
      temporalTimeoutMs,
      taskQueue,
    },
  );
  const { temporal, runWorkflows, keyring, eagerStarts } = services;
  services.webhooks.start();

  const startApi = async (place: object = { port: 0, host: '127.0.0.1' }) => {
    const api = await createApi(
      { ...services, runWorkflows: { ...runWorkflows, ...options.workflows }, metrics: new Registry() },
      { leaving: stopping.signal, stopping: stopping.signal },
      options.services,
    );
    api.server.listen(place);
    await once(api.server, 'listening');
    const stop = async () => {
      await closeServer(api.server);
      await api.close();
    };
    return { baseUrl: `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`, stop };
  };

  const workers: ServiceWorker[] = [];
  const startWorker = async () => {
    const bundlePath = await workflowBundle(logger);
    const { engine, activities } = await createWork(services, {
      erasureSettlesMs: options.erasureSettlesMs ?? 0,
    });
    const worker = await createWorker(
      { engine, eagerStarts, log },
      { ...workerOptions(environment), connection, taskQueue, bundlePath, activities },
    );
    workers.push(worker);
    const ended = worker.run();
    ends.push(async () => {
      worker.shutdown();
      await ended;
      await worker.close();
    });
  };

  const api = await startApi(firstPlace);
  if (options.worker !== false) await startWorker();
  return {
    db,
    temporal,
    taskQueue,
    baseUrl: api.baseUrl,
    keyring,
    log,
    accessTokens: createAccessTokens(db, keyring),
    logs,
    workspace: async ({ credits = 1000, subject } = {}) => {
      const created = await createWorkspace(db, { name: 'Test', credits: credits * 1_000_000 });
      const client = new ApiClient(api.baseUrl, {
        apiKey: created.api_key,
        ...defined({ subject }),
      });
      return { id: created.workspace._id, apiKey: created.api_key, client };
    },
    secondApi: async () => {
      const second = await startApi();
      ends.push(second.stop);
      return second;
    },
    startWorker,
    cachedWorkflows: () => workers.reduce((sum, worker) => sum + worker.cachedWorkflows(), 0),
    stop: async () => {
      stopping.abort();
      await Promise.all(ends.map((end) => end()));
      await api.stop();
      await closing.disposeAsync();
      await connection.close();
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
      const line = JSON.parse(chunk.toString()) as Record<string, unknown>;
      lines.push(line);
      noteLine(line);
      done();
    },
  });
}
