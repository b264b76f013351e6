import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { Client as ApiClient } from '#client/client.ts';
import { Pool } from '#client/pool.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { startProcess } from '#dev/processes/start-process.ts';
import { startOneOfEach } from '#dev/service/service-stack.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';

/** How a benchmark reaches both sides. */
export interface Bench {
  client: ApiClient;
  temporal: Client;
  db: Database;
  workspaceId: string;
  /** Process ids by part, for profiles and CPU times. */
  pids: Record<string, number>;
}

/**
 * Starts servers on free ports, API, worker and the bare worker, in separate processes as in production, and connects
 * to them.
 * @param ends receives what stops everything
 */
export async function startBench(ends: AsyncDisposableStack): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-bench-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const stack = await startOneOfEach(ends, {
    name: 'bench',
    directory,
    env: { VOICE_PROVIDER: 'local', ...process.env, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' },
  });
  const { temporal: address, db, env, urls } = stack;
  const bare = await startBareWorker(env, stack.logFile('bare'));
  ends.defer(async () => await bare.stop());
  const connection = await Connection.connect({ address });
  ends.defer(async () => await connection.close());
  const credits = toMicrocredits(1_000_000);
  const { api_key, workspace } = await createWorkspace(db, { name: 'bench', credits });
  // As thin as Node allows, so that the service is measured and not the client.
  const pool = ends.adopt(new Pool({ connections: 256 }), async (open) => await open.close());
  const { transport } = pool;
  const client = new ApiClient(urls.api, { apiKey: api_key, subject: 'bench', transport });
  return {
    client,
    temporal: new Client({ connection }),
    db,
    workspaceId: workspace._id,
    pids: Object.fromEntries([...stack.parts, ['bare', bare] as const].map(([name, { pid }]) => [name, pid])),
  };
}

async function startBareWorker(env: NodeJS.ProcessEnv, logFile: string) {
  let polls = false;
  return await startProcess({
    name: 'bare worker',
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare/worker.ts')],
    env,
    logFile,
    onLine: (line) => {
      polls ||= line.includes('polls');
    },
    answers: () => Promise.resolve(polls),
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 30_000,
  });
}
