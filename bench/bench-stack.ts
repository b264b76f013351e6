import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedProcess, startProcess } from '#dev/processes/start-process.ts';
import { useMongodb } from '#dev/servers/use-mongodb.ts';
import { useTemporal } from '#dev/servers/use-temporal.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { startServiceProcess } from '#dev/service/service-process.ts';
import { openMigrated } from '#store/mongo/open-database.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';

/** Everything that a benchmark needs, in separate processes as in production. */
export interface BenchStack {
  temporalAddress: string;
  baseUrl: string;
  apiKey: string;
  workspaceId: string;
  mongodb: { uri: string; database: string };
  /** Process ids by part, for profiles and CPU times. */
  pids: Record<string, number>;
  stop(): Promise<void>;
}

/** Starts servers on free ports, the API, the worker and the bare worker. */
export async function startBenchStack(): Promise<BenchStack> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-bench-'));
  const log = (line: string) => console.log(line);
  const [temporal, mongodb] = await Promise.all([
    useTemporal({ log, logFile: join(directory, 'temporal.log') }),
    useMongodb({ log, logFile: join(directory, 'mongodb.log'), dataDir: join(directory, 'mongodb') }),
  ]);
  const database = `bench_${randomBytes(4).toString('hex')}`;
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    MONGODB_URI: mongodb.uri,
    MONGODB_DATABASE: database,
    TEMPORAL_ADDRESS: temporal.address,
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ALLOW_PRIVATE_ADDRESSES: 'loopback',
  };
  const service = (name: 'api' | 'worker') =>
    startServiceProcess(name, { env: environment, logFile: join(directory, `${name}.log`) });
  const db = await openMigrated({ uri: mongodb.uri, database });
  const { api_key, workspace } = await createWorkspace(db, {
    name: 'bench',
    credits: toMicrocredits(1_000_000),
  });
  await db.close();
  let barePolls = false;
  const api = await service('api');
  const parts: Record<string, StartedProcess> = {
    api,
    worker: await service('worker'),
    bare: await startProcess({
      name: 'bare worker',
      command: process.execPath,
      args: [join(import.meta.dirname, 'bare/worker.ts')],
      env: environment,
      logFile: join(directory, 'bare.log'),
      onLine: (line) => {
        if (line.includes('polls')) barePolls = true;
      },
      answers: () => Promise.resolve(barePolls),
      readyTimeoutMs: 60_000,
      stopTimeoutMs: 30_000,
    }),
  };
  return {
    temporalAddress: temporal.address,
    baseUrl: api.url,
    apiKey: api_key,
    workspaceId: workspace._id,
    mongodb: { uri: mongodb.uri, database },
    pids: {
      ...Object.fromEntries(Object.entries(parts).map(([name, { pid }]) => [name, pid])),
      ...(temporal.pid === undefined ? {} : { temporal: temporal.pid }),
      ...(mongodb.pid === undefined ? {} : { mongodb: mongodb.pid }),
    },
    stop: async () => {
      await Promise.all(Object.values(parts).map((process) => process.stop()));
      await Promise.all([temporal.stop(), mongodb.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
