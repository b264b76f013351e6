import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import type { StartedProcess } from '#dev/processes/start-process.ts';
import { startServiceProcess } from '#dev/service/service-process.ts';
import { startServiceStack } from '#dev/service/service-stack.ts';
import type { ServerName, ServiceKind, StackPart } from '#dev/service/start-stack.ts';
import type { Database } from '#store/mongo/database.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { ApiClient } from './api-client.ts';
import { programEnvironment } from './compiled-modules.ts';
import { readyTimeoutMs } from './patience.ts';

export type PartName = ServerName | ServiceKind;

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
    process.kill(this.process.pid, 'SIGKILL');
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

/** The whole service, with every part in a process of its own that a test may kill. Stored data survives. */
export interface ProcessStack {
  apiUrl: string;
  db: Database;
  temporal: Client;
  /** A new workspace, and a client that acts for one of its subjects. */
  workspace(options?: { credits?: number }): Promise<{ id: string; apiKey: string; client: ApiClient }>;
  /** Sends a part a signal, such as SIGSTOP, and does not wait for what it does. */
  signal(name: PartName, signal: NodeJS.Signals): void;
  /** Resolves when the process of a part has ended, with how it did, in words. */
  ended(name: PartName): Promise<string>;
  /** Ends a part like a crash, without warning. */
  kill(name: PartName): Promise<void>;
  /** Starts a killed part again, and resolves when it is ready. */
  restart(name: PartName): Promise<void>;
  /** Copies the data of a server, which is killed for that and started again. */
  backUp(name: ServerName): Promise<string>;
  /** Replaces the data of a server by an earlier copy, or by nothing, while everything else runs on. */
  restore(name: ServerName, backup?: string): Promise<void>;
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
  await using starting = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), `heddle-${database}-`));
  starting.defer(async () => await rm(directory, { recursive: true, force: true }));
  const { parts, urls, temporal, db, env, logFile } = await startServiceStack(starting, {
    name: database,
    directory,
    services: { api: 'api', worker: 'worker' },
    ownServers: true,
    readyTimeoutMs,
    log: () => {},
    env: { ...programEnvironment(), ALLOW_PRIVATE_ADDRESSES: 'true', ...variables },
    keep: async (part) => await Part.start(part),
  });
  const part = (name: PartName): Part => {
    const found = parts.get(name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  };
  const client = starting.adopt(
    createTemporalClient({ address: temporal, namespace: 'default' }),
    async ({ connection }) => await connection.close(),
  );
  const whileDown = async (name: ServerName, work: (dataDir: string) => Promise<void>) => {
    await part(name).kill();
    await work(part(name).dataDir);
    await part(name).restart();
  };
  const ends = starting.move();
  let backups = 0;
  let others = 1;
  return {
    apiUrl: urls.api,
    db,
    temporal: client,
    workspace: async ({ credits = 1000 } = {}) => {
      const created = await createWorkspace(db, { name: 'Test', credits: credits * 1_000_000 });
      const credentials = { apiKey: created.api_key, subject: 'ada' };
      return {
        id: created.workspace._id,
        apiKey: created.api_key,
        client: new ApiClient(urls.api, credentials),
      };
    },
    signal: (name, signal) => process.kill(part(name).process.pid, signal),
    ended: async (name) => await part(name).process.exited,
    kill: async (name) => await part(name).kill(),
    restart: async (name) => await part(name).restart(),
    backUp: async (name) => {
      const copy = join(directory, `${name}-copy-${(backups += 1)}`);
      await whileDown(name, async (dataDir) => await cp(dataDir, copy, { recursive: true }));
      return copy;
    },
    restore: async (name, backup) =>
      await whileDown(name, async (dataDir) => {
        await rm(dataDir, { recursive: true });
        if (backup !== undefined) await cp(backup, dataDir, { recursive: true });
      }),
    startAnother: async (name) => {
      const other = await startServiceProcess(name, {
        env,
        logFile: logFile(`${name}-${(others += 1)}`),
        readyTimeoutMs,
      });
      ends.defer(async () => await other.stop());
      return {
        url: other.url,
        kill: async () => {
          process.kill(other.pid, 'SIGKILL');
          await other.exited;
        },
      };
    },
    stop: async () => await ends.disposeAsync(),
  };
}

/** Resolves when an API answers again after its process was killed. */
export async function untilApiAnswers(url: string): Promise<void> {
  await waitUntil(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true, {
    timeoutMs: readyTimeoutMs,
    what: 'the API is back',
  });
}
