import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { Client as ApiClient } from '#clients/raw/client.ts';
import { Pool } from '#clients/raw/pool.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { serveLoopback } from '#tools/dev/loopback-server.ts';
import { type StartedProcess, startProcess } from '#tools/dev/processes/start-process.ts';
import { startServiceStack } from '#tools/dev/service/service-stack.ts';
import type { ServiceKind } from '#tools/dev/service/start-stack.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';

/** The kinds of the service's processes by their names, by the name of their layout. */
export const layouts = {
  one: { service: 'service' },
  two: { api: 'api', worker: 'worker' },
  'four-apis': { api: 'api', api2: 'api', api3: 'api', api4: 'api', worker: 'worker' },
} as const satisfies Record<string, Record<string, ServiceKind>>;

export type Layout = keyof typeof layouts;

/** How a benchmark reaches the service and the servers. */
export interface Bench {
  layout: Layout;
  /** As a workspace of the bench's, for a subject. Its rate is not limited. */
  client: ApiClient;
  /** Each process that serves the API. */
  apis: string[];
  temporal: Client;
  db: Database;
  workspaceId: string;
  /** Where the bare worker takes requests, and the connections to it. */
  bare: { url: string; pool: Pool };
  /** Process ids by name, with those of the bare worker and of the bench itself, which is the client. */
  pids: Record<string, number>;
  /** Where servers keep their data. */
  directory: string;
  /** How much of something to measure: that number, times `--scale`. */
  size: (count: number) => number;
}

/** More than any bench sends. */
const unlimited = 100_000_000;

/**
 * Starts what ./temporal-dev.sh starts, on free ports and with new data on disk, and the bare worker.
 * @param ends receives what stops everything
 */
export async function startBench(
  ends: AsyncDisposableStack,
  { layout, scale }: { layout: Layout; scale: number },
): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-bench-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const stack = await startServiceStack<string, StartedProcess>(ends, {
    name: 'bench',
    directory,
    services: layouts[layout],
    keep: async (part) => await part.start(),
    // Temporal's data are on disk too, unless a server is given.
    ownServers: !process.env['TEMPORAL_ADDRESS'] && !process.env['MONGODB_URI'],
    // As ./temporal-dev.sh has them.
    env: { VOICE_PROVIDER: 'local', ...process.env, LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '' },
    log: (line) => console.error(line),
  });
  const { temporal: address, db, env, urls } = stack;
  const host = await serveLoopback(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  ends.defer(async () => await host.stop());
  const bare = await startBareWorker({ layout, host: host.url, env, logFile: stack.logFile('bare') });
  ends.defer(async () => await bare.stop());
  const connection = await Connection.connect({ address });
  ends.defer(async () => await connection.close());
  const credits = toMicrocredits(1_000_000);
  const { api_key, workspace } = await createWorkspace(db, {
    name: 'bench',
    credits,
    rate_limit_per_minute: unlimited,
  });
  // As thin as Node allows, so that the service is measured and not the client.
  const pool = ends.adopt(new Pool({ connections: null }), async (open) => await open.close());
  const { transport } = pool;
  const apis = Object.entries(layouts[layout]).flatMap(([part, kind]) =>
    kind === 'worker' ? [] : [urls[part] ?? ''],
  );
  return {
    layout,
    apis,
    client: new ApiClient(apis[0] ?? '', {
      apiKey: api_key,
      subject: 'bench',
      transport,
    }),
    temporal: new Client({ connection }),
    db,
    workspaceId: workspace._id,
    bare: { url: bare.url, pool },
    pids: {
      ...Object.fromEntries([...stack.parts].map(([name, { pid }]) => [name, pid])),
      bare: bare.pid,
      client: process.pid,
    },
    directory,
    size: (count) => Math.max(Math.ceil(count * scale), 1),
  };
}

interface BareWorkerOptions {
  layout: Layout;
  host: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
}

async function startBareWorker({ layout, host, env, logFile }: BareWorkerOptions) {
  let url = '';
  const started = await startProcess({
    name: 'bare worker',
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare/worker.ts'), layout, host],
    env,
    logFile,
    onLine: (line) => {
      url ||= /^polls (\S+)/.exec(line)?.[1] ?? '';
    },
    answers: () => Promise.resolve(url !== ''),
    readyTimeoutMs: 180_000,
    stopTimeoutMs: 30_000,
  });
  return { ...started, url };
}
