import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { toMicrocredits } from '#contract/credits.ts';
import { type EchoHost, startEchoHost } from '#dev/echo-host.ts';
import { freePort } from '#dev/servers/free-port.ts';
import { useMongodb } from '#dev/servers/use-mongodb.ts';
import { useTemporal } from '#dev/servers/use-temporal.ts';
import { startServiceProcess } from '#dev/service/service-process.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';
import { openMigrated } from '#store/mongo/open-database.ts';
import { Tenant } from '../tenant.ts';

/** The service as it is deployed, to be attacked through its API. */
export interface AttackStack {
  /** The address of the API. */
  baseUrl: string;
  /** A customer's host that answers every request with what it received. */
  echoHost: EchoHost;
  /** A new workspace and its API key. */
  newTenant(options?: { credits?: number }): Promise<Tenant>;
  /** The longest time in ms for which an event loop was blocked since the last call. */
  longestLoopHoldMs(): Promise<{ api: number; worker: number }>;
  stop(): Promise<void>;
}

/** More than any attack costs. */
const credits = 1_000_000;

/**
 * Starts servers, API, worker and a customer's host on loopback and free ports.
 * @param directory for logs and data
 * @throws {SetupProblem} if a part cannot be started; nothing is then left running
 */
export async function startAttackStack(directory: string, log: (line: string) => void): Promise<AttackStack> {
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  const logFile = (name: string) => join(directory, `${name}.log`);
  try {
    const temporal = await useTemporal({ log, logFile: logFile('temporal') });
    ends.push(async () => await temporal.stop());
    const mongodb = await useMongodb({
      log,
      logFile: logFile('mongodb'),
      dataDir: join(directory, 'mongodb'),
    });
    ends.push(async () => await mongodb.stop());
    const echoHost = await startEchoHost(0);
    ends.push(async () => await echoHost.stop());
    const database = `attack_${randomBytes(4).toString('hex')}`;
    const db: Database = await openMigrated({ uri: mongodb.uri, database });
    ends.push(async () => await db.close());
    const apiMetricsPort = await freePort();
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      MONGODB_URI: mongodb.uri,
      MONGODB_DATABASE: database,
      TEMPORAL_ADDRESS: temporal.address,
      ENCRYPTION_KEYS: `attack:${randomBytes(32).toString('base64')}`,
      ALLOW_PRIVATE_ADDRESSES: 'loopback',
      // All tenants share one address here.
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    };
    const api = await startServiceProcess('api', {
      env: { ...env, METRICS_PORT: String(apiMetricsPort) },
      logFile: logFile('api'),
    });
    ends.push(async () => await api.stop());
    const worker = await startServiceProcess('worker', { env, logFile: logFile('worker') });
    ends.push(async () => await worker.stop());
    return {
      baseUrl: api.url,
      echoHost,
      newTenant: async (options = {}) => {
        const { api_key, workspace } = await createWorkspace(db, {
          name: 'attack',
          credits: toMicrocredits(options.credits ?? credits),
        });
        return new Tenant(api.url, workspace._id, api_key);
      },
      longestLoopHoldMs: async () => ({
        api: await readLoopHoldMs(`http://127.0.0.1:${apiMetricsPort}`),
        worker: await readLoopHoldMs(worker.url),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Node's own measurement, which restarts each time it is read. */
async function readLoopHoldMs(operationsUrl: string): Promise<number> {
  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
  const line = /^nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(metrics);
  if (line === null) throw new Error('the metrics do not say how long the event loop was held');
  return Number(line[1]) * 1000;
}
