import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { StartedProcess } from '#tools/dev/processes/start-process.ts';
import { type ServiceProcess, startServiceProcess } from '#tools/dev/service/service-process.ts';
import { startServiceStack, type ServiceStackOptions } from '#tools/dev/service/service-stack.ts';
import type { ServerName, ServiceKind, StackPart } from '#tools/dev/service/start-stack.ts';
import type { Database } from '#store/mongo/database.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { ApiClient } from './api-client.ts';
import { programEnvironment } from './compiled-modules.ts';
import type { NamespaceName } from './namespaces.ts';
import { readyTimeoutMs } from './patience.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** The parts of a stack whose API and worker are apart. */
export type PartName = ServerName | keyof typeof apart;

/** A part of the stack that is killed and started again with its data. */
class Part {
  readonly dataDir: string;
  readonly #start: StackPart['start'];
  process: StartedProcess;

  private constructor({ dataDir = '', start }: StackPart, process: StartedProcess) {
    this.dataDir = dataDir;
    this.#start = start;
    this.process = process;
  }

  static async start(part: StackPart): Promise<Part> {
    return new Part(part, await part.start());
  }

  async kill(): Promise<void> {
    this.process.signal('SIGKILL');
    await this.process.exited;
  }

  async restart(): Promise<void> {
    await this.process.stop();
    this.process = await this.#start();
  }

  async stop(): Promise<void> {
    await this.process.stop();
  }
}

/** An API and a worker apart, as processes of their own. */
const apart = { api: 'api', worker: 'worker' } as const;
/** Both in one process. */
const together = { service: 'service' } as const;

/** Processes of the service that a test may kill. */
export interface ProcessStack<Name extends ServerName | ServiceKind = keyof typeof apart> {
  apiUrl: string;
  db: Database;
  temporal: Client;
  /** A new workspace, and a client that acts for one of its subjects. */
  workspace(options?: { credits?: number }): Promise<{ id: string; apiKey: string; client: ApiClient }>;
  /** Sends a part a signal, such as SIGTERM, and does not wait for what it does. */
  signal(name: Name, signal: NodeJS.Signals): void;
  /** Resolves when the process of a part has ended, with how it did, in words. */
  ended(name: Name): Promise<string>;
  /** Ends a part like a crash, without warning. */
  kill(name: Name): Promise<void>;
  /** Starts a killed part again, and resolves when it is ready. */
  restart(name: Name): Promise<void>;
  /** Starts another process of the service. It stops with the stack. */
  startAnother(name: ServiceKind): Promise<ServiceProcess>;
  stop(): Promise<void>;
}

/** One that uses the servers of the test run, and reaches them through proxies. */
export interface StackOnProxies<
  Name extends ServerName | ServiceKind = keyof typeof apart,
> extends ProcessStack<Name> {
  proxies: Record<ServerName, Proxy>;
}

/** One with servers that a test may kill as well. Stored data survives. */
export interface StackWithServers extends ProcessStack<PartName> {
  /** Copies the data of a server, which is killed for that and started again. Resolves when the API has found it again. */
  backUp(name: ServerName): Promise<string>;
  /** Replaces the data of a server by an earlier copy, or by nothing, while everything else runs on. */
  restore(name: ServerName, backup?: string): Promise<void>;
}

/**
 * Starts an API and a worker on the servers of the test run, with a database and a namespace that no other test uses.
 * @param variables further ones of their environment
 */
export async function startProcessStack(
  namespace: NamespaceName,
  variables: NodeJS.ProcessEnv = {},
): Promise<StackOnProxies> {
  return await startOnProxies(namespace, variables, apart);
}

/** Starts an API and a worker in one process; otherwise like {@link startProcessStack}. */
export async function startOneProcess(
  namespace: NamespaceName,
  variables: NodeJS.ProcessEnv = {},
): Promise<StackOnProxies<'service'>> {
  return await startOnProxies(namespace, variables, together);
}

async function startOnProxies<Name extends ServiceKind>(
  namespace: NamespaceName,
  variables: NodeJS.ProcessEnv,
  services: Record<Name, ServiceKind>,
): Promise<StackOnProxies<Name>> {
  await using starting = new AsyncDisposableStack();
  const mongodbUri = new URL(inject('mongodbUri'));
  const proxyTo = async ({ hostname: host, port }: URL) =>
    starting.adopt(await startProxy({ host, port: Number(port) }), async (proxy) => await proxy.cut());
  const mongodb = await proxyTo(mongodbUri);
  const temporal = await proxyTo(new URL(`http://${inject('temporalAddress')}`));
  const used: string[] = [];
  starting.defer(async () => {
    const client = new MongoClient(inject('mongodbUri'));
    for (const database of used) await client.db(database).dropDatabase();
    await client.close();
  });
  mongodbUri.host = `127.0.0.1:${mongodb.port}`;
  const { stack } = await start(starting, namespace, {
    services,
    env: variables,
    givenServers: {
      TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
      TEMPORAL_NAMESPACE: inject('temporalNamespaces')[namespace],
      MONGODB_URI: mongodbUri.href,
    },
  });
  used.push(stack.db.runs.dbName);
  starting.defer(async () => {
    for (const proxy of [mongodb, temporal]) {
      proxy.thaw();
      await proxy.restore();
    }
  });
  const ends = starting.move();
  return { ...stack, proxies: { mongodb, temporal }, stop: async () => await ends.disposeAsync() };
}

/** Starts the whole service with servers of its own. */
export async function startStackWithServers(
  name: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<StackWithServers> {
  await using starting = new AsyncDisposableStack();
  const options = { services: apart, env: variables, ownServers: true };
  const { stack, part, directory } = await start(starting, name, options);
  const ends = starting.move();
  let backups = 0;
  return {
    ...stack,
    backUp: async (server) => {
      const copy = join(directory, `${server}-copy-${(backups += 1)}`);
      // Frozen, it may still complete a write, and some servers end their connections when they thaw.
      await stack.kill(server);
      await cp(part(server).dataDir, copy, { recursive: true });
      await untilApiAnswers(stack.apiUrl);
      await stack.restart(server);
      // The API has seen that its connections are gone. It would answer 503 to who is the first to come on one of them.
      await untilApiAnswers(stack.apiUrl, 'readyz');
      return copy;
    },
    restore: async (server, backup) => {
      const { dataDir } = part(server);
      await stack.kill(server);
      await rm(dataDir, { recursive: true });
      if (backup !== undefined) await cp(backup, dataDir, { recursive: true });
      await stack.restart(server);
    },
    stop: async () => await ends.disposeAsync(),
  };
}

async function start<Name extends ServiceKind>(
  ends: AsyncDisposableStack,
  name: string,
  options: Pick<ServiceStackOptions<Name, Part>, 'services' | 'ownServers' | 'givenServers'> & {
    env: NodeJS.ProcessEnv;
  },
) {
  const directory = await mkdtemp(join(tmpdir(), `heddle-${name}-`));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const { parts, urls, temporal, db, env, logFile } = await startServiceStack(ends, {
    ...options,
    name,
    directory,
    readyTimeoutMs,
    log: () => {},
    env: { ...programEnvironment(), ALLOW_PRIVATE_ADDRESSES: 'true', ...options.env },
    keep: async (part) => await Part.start(part),
  });
  const part = (name: Name | ServerName): Part => {
    const found = parts.get(name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  };
  const namespace = options.givenServers?.TEMPORAL_NAMESPACE ?? 'default';
  const client = ends.adopt(
    createTemporalClient({ address: temporal, namespace }),
    async ({ connection }) => await connection.close(),
  );
  const others: ServiceProcess[] = [];
  ends.defer(async () => void (await Promise.all(others.map(async (other) => await other.stop()))));
  const addresses: Partial<Record<ServiceKind, string>> = urls;
  const apiUrl = addresses.service ?? addresses.api ?? '';
  const stack: Omit<ProcessStack<Name | ServerName>, 'stop'> = {
    apiUrl,
    db,
    temporal: client,
    workspace: async ({ credits = 1000 } = {}) => {
      const created = await createWorkspace(db, { name: 'Test', credits: credits * 1_000_000 });
      const credentials = { apiKey: created.api_key, subject: 'ada' };
      return {
        id: created.workspace._id,
        apiKey: created.api_key,
        client: new ApiClient(apiUrl, credentials),
      };
    },
    signal: (name, signal) => process.kill(part(name).process.pid, signal),
    ended: async (name) => await part(name).process.exited,
    kill: async (name) => await part(name).kill(),
    restart: async (name) => await part(name).restart(),
    startAnother: async (name) => {
      const other = await startServiceProcess(name, {
        env,
        logFile: logFile(`${name}-${others.length + 2}`),
        readyTimeoutMs,
      });
      others.push(other);
      return other;
    },
  };
  return { stack, part, directory };
}

/**
 * Resolves when an API answers again.
 * @param probe `readyz`: and has found its servers
 */
export async function untilApiAnswers(url: string, probe: 'healthz' | 'readyz' = 'healthz'): Promise<void> {
  await waitUntil(async () => (await fetch(`${url}/${probe}`).catch(() => undefined))?.ok === true, {
    timeoutMs: readyTimeoutMs,
    what: `the API answers ${probe}`,
  });
}
