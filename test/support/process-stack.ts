import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { startMongodb } from '#dev/servers/start-mongodb.ts';
import { startTemporal } from '#dev/servers/start-temporal.ts';
import { startServiceProcess } from '#dev/service/service-process.ts';
import type { Database } from '#store/mongo/database.ts';
import { openMigrated } from '#store/mongo/open-database.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { ApiClient } from './api-client.ts';
import { programEnvironment } from './compiled-modules.ts';
import { readyTimeoutMs } from './patience.ts';

export type PartName = 'temporal' | 'mongodb' | 'api' | 'worker';

/** A part of the stack that is killed and started again with its data. */
interface Part {
  pid: number;
  port: number;
  exited: Promise<string>;
  stop(): Promise<void>;
}

/** The whole service, with every part in a process of its own that a test may kill. Stored data survives. */
export interface ProcessStack {
  apiUrl: string;
  db: Database;
  temporal: Client;
  /** A new workspace, and a client that acts for one of its subjects. */
  workspace(options?: { credits?: number }): Promise<{ id: string; apiKey: string; client: ApiClient }>;
  /** Sends a part a signal, such as SIGSTOP, and does not wait for what it does. */
  signal(name: PartName, signal: NodeJS.Signals): void;
  /** Ends a part like a crash, without warning. */
  kill(name: PartName): Promise<void>;
  /** Starts a killed part again, and resolves when it is ready. */
  restart(name: PartName): Promise<void>;
  /** Starts a second API or worker beside the first. It stops with the stack. */
  startAnother(name: 'api' | 'worker'): Promise<{ url: string; kill(): Promise<void> }>;
  stop(): Promise<void>;
}

/**
 * Starts a stack with servers, ports and folders of its own. Its worker may call hosts on loopback.
 * @param variables further ones of its environment
 */
export async function startProcessStack(
  database: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<ProcessStack> {
  const directory = await mkdtemp(join(tmpdir(), `heddle-${database}-`));
  const file = (name: string) => join(directory, name);
  const log = () => {};
  const parts = new Map<PartName, Part>();
  const part = (name: PartName): Part => {
    const found = parts.get(name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  };
  const others: Part[] = [];
  const stopAll = async () => {
    await Promise.all(others.map(async (other) => await other.stop()));
    for (const name of ['api', 'worker', 'temporal', 'mongodb'] as const) await parts.get(name)?.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const server = (name: 'temporal' | 'mongodb') => ({
      log,
      logFile: file(`${name}.log`),
      dataDir: file(name),
    });
    const temporal = await startTemporal(server('temporal'));
    parts.set('temporal', temporal);
    const mongodb = await startMongodb(server('mongodb'));
    parts.set('mongodb', mongodb);
    const env = {
      ...programEnvironment(),
      MONGODB_URI: mongodb.uri,
      MONGODB_DATABASE: database,
      TEMPORAL_ADDRESS: temporal.address,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      ALLOW_PRIVATE_ADDRESSES: 'true',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...variables,
    };
    const db = await openMigrated({ uri: mongodb.uri, database });
    const service = async (name: 'api' | 'worker', port = {}) =>
      await startServiceProcess(name, { env, logFile: file(`${name}.log`), readyTimeoutMs, ...port });
    const api = await service('api');
    parts.set('api', api);
    parts.set('worker', await service('worker'));
    /** On the port and with the data that they had. */
    const starts: Record<PartName, (port: { port: number }) => Promise<Part>> = {
      temporal: async (port) => await startTemporal({ ...server('temporal'), ...port }),
      mongodb: async (port) => await startMongodb({ ...server('mongodb'), ...port }),
      api: async (port) => await service('api', port),
      worker: async (port) => await service('worker', port),
    };
    const client = createTemporalClient({ address: temporal.address, namespace: 'default' });
    return {
      apiUrl: api.url,
      db,
      temporal: client,
      workspace: async ({ credits = 1000 } = {}) => {
        const created = await createWorkspace(db, { name: 'Test', credits: credits * 1_000_000 });
        return {
          id: created.workspace._id,
          apiKey: created.api_key,
          client: new ApiClient(api.url, { apiKey: created.api_key, subject: 'ada' }),
        };
      },
      signal: (name, signal) => process.kill(part(name).pid, signal),
      kill: async (name) => await kill(part(name)),
      restart: async (name) => {
        await part(name).stop();
        parts.set(name, await starts[name]({ port: part(name).port }));
      },
      startAnother: async (name) => {
        const other = await startServiceProcess(name, {
          env,
          logFile: file(`${name}-${others.length + 2}.log`),
          readyTimeoutMs,
        });
        others.push(other);
        return { url: other.url, kill: async () => await kill(other) };
      },
      stop: async () => {
        await client.connection.close();
        await db.close();
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function kill({ pid, exited }: Pick<Part, 'pid' | 'exited'>): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await exited;
}

/** Resolves when an API answers again after its process was killed. */
export async function untilApiAnswers(url: string): Promise<void> {
  await waitUntil(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true, {
    timeoutMs: readyTimeoutMs,
    what: 'the API is back',
  });
}
