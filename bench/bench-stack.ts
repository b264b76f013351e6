import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess, type StartedProcess } from '#dev/processes/start-process.ts';
import { freePort } from '#dev/servers/free-port.ts';
import { useMongodb } from '#dev/servers/use-mongodb.ts';
import { useTemporal } from '#dev/servers/use-temporal.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { openDatabase } from '#store/database.ts';
import { createWorkspace } from '#store/workspaces.ts';

/** Everything a benchmark needs, in processes of their own as in production. */
export interface BenchStack {
  temporalAddress: string;
  baseUrl: string;
  apiKey: string;
  /** Pids by part, for profiles and CPU times. */
  pids: Record<string, number>;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts servers on free ports, API, worker and the bare worker. */
export async function startBenchStack(): Promise<BenchStack> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-bench-'));
  const log = (line: string) => console.log(line);
  const [temporal, mongodb] = await Promise.all([
    useTemporal({ log, logFile: join(directory, 'temporal.log') }),
    useMongodb({ log, logFile: join(directory, 'mongodb.log'), dataDir: join(directory, 'mongodb') }),
  ]);
  const database = `bench_${randomBytes(4).toString('hex')}`;
  const [port, workerMetricsPort] = [await freePort(), await freePort()];
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    MONGODB_URI: mongodb.uri,
    MONGODB_DATABASE: database,
    TEMPORAL_ADDRESS: temporal.address,
    PORT: String(port),
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  const answers = (url: string) => async () =>
    await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
  const part = async (name: string, script: string, ready: () => Promise<boolean>, env = {}) =>
    await startProcess({
      name,
      command: process.execPath,
      args: [...process.execArgv, join(root, script)],
      env: { ...environment, ...env },
      cwd: root,
      logFile: join(directory, `${name}.log`),
      answers: ready,
      readyTimeoutMs: 60_000,
      stopTimeoutMs: 30_000,
    });
  let barePolls = false;
  const parts: Record<string, StartedProcess> = {
    api: await part('api', 'api/main.ts', answers(`${baseUrl}/readyz`)),
    worker: await part('worker', 'worker/main.ts', answers(`http://127.0.0.1:${workerMetricsPort}/readyz`), {
      METRICS_PORT: String(workerMetricsPort),
    }),
    bare: await startProcess({
      name: 'bare worker',
      command: process.execPath,
      args: [join(root, 'bench/bare/worker.ts')],
      env: environment,
      cwd: root,
      logFile: join(directory, 'bare.log'),
      onLine: (line) => {
        if (line.includes('polls')) barePolls = true;
      },
      answers: () => Promise.resolve(barePolls),
      readyTimeoutMs: 60_000,
      stopTimeoutMs: 30_000,
    }),
  };
  const db = await openDatabase({ uri: mongodb.uri, database });
  const { api_key } = await createWorkspace(db, { name: 'bench', credits: toMicrocredits(1_000_000) });
  await db.close();
  return {
    temporalAddress: temporal.address,
    baseUrl,
    apiKey: api_key,
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
