import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { toMicrocredits } from '#contract/credits.ts';
import { freePort } from '#dev/servers/free-port.ts';
import { startMongodb } from '#dev/servers/start-mongodb.ts';
import { startTemporal } from '#dev/servers/start-temporal.ts';
import { startServiceProcess } from '#dev/service/service-process.ts';
import { openMigrated } from '#store/mongo/open-database.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { type FaultWindow, type PartName, partNames, serverParts, serviceParts } from '../faults/fault.ts';
import { Part } from './part.ts';

/** The whole service, with two processes of each kind, on servers of its own. */
export interface ChaosStack {
  parts: ReadonlyMap<PartName, Part>;
  apiUrls: string[];
  temporalAddress: string;
  /** Key of a workspace that nothing else uses. */
  apiKey: string;
  stop: () => Promise<void>;
}

export interface ChaosStackOptions {
  /** The directory of logs and data. */
  directory: string;
  say: (line: string) => void;
  onFault: (window: FaultWindow) => void;
}

/** More than any load costs. */
const credits = 1_000_000;

const environment = {
  NODE_ENV: 'production',
  MONGODB_DATABASE: 'chaos',
  ALLOW_PRIVATE_ADDRESSES: 'loopback',
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_MINUTE: '100000000',
  /** A key whose process has died is free again within the time of a run of chaos. */
  IDEMPOTENCY_LEASE_SECONDS: '10',
  /** All nine retries come within a minute and a half. */
  WEBHOOK_RETRY_SCALE: '0.0003',
};

/**
 * Starts everything on loopback and free ports.
 * @throws {SetupProblem} if a part cannot be started; nothing is then left running
 */
export async function startChaosStack({ directory, say, onFault }: ChaosStackOptions): Promise<ChaosStack> {
  const ports = new Map<PartName, number>();
  for (const name of partNames) ports.set(name, await freePort());
  const portOf = (name: PartName) => ports.get(name) ?? 0;
  const placed = (name: PartName) => ({ logFile: join(directory, `${name}.log`), port: portOf(name) });
  const server = (name: 'temporal' | 'mongodb') => ({
    ...placed(name),
    log: () => undefined,
    dataDir: join(directory, name),
  });
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...environment,
    MONGODB_URI: `mongodb://127.0.0.1:${portOf('mongodb')}/?directConnection=true`,
    TEMPORAL_ADDRESS: `127.0.0.1:${portOf('temporal')}`,
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
  };
  const start = async (name: PartName) => {
    if (name === 'temporal') return await startTemporal(server(name));
    if (name === 'mongodb') return await startMongodb(server(name));
    return await startServiceProcess(name.startsWith('api') ? 'api' : 'worker', { ...placed(name), env });
  };
  const parts = new Map(
    partNames.map((name) => [name, new Part({ name, start: async () => await start(name), onFault, say })]),
  );
  const all = async (names: readonly PartName[], work: 'start' | 'stop') =>
    await Promise.all(names.map(async (name) => await parts.get(name)?.[work]()));
  const stop = async () => {
    await all(serviceParts, 'stop');
    await all(serverParts, 'stop');
  };
  try {
    await all(serverParts, 'start');
    const apiKey = await newWorkspace(env);
    await all(serviceParts, 'start');
    const apiUrls = [portOf('api-1'), portOf('api-2')].map((port) => `http://127.0.0.1:${port}`);
    return { parts, apiUrls, temporalAddress: env.TEMPORAL_ADDRESS, apiKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Migrates the database, and creates the workspace that only the load uses. */
async function newWorkspace(env: { MONGODB_URI: string; MONGODB_DATABASE: string }): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const db = await openMigrated({ uri: env.MONGODB_URI, database: env.MONGODB_DATABASE });
  ends.defer(async () => await db.close());
  return (await createWorkspace(db, { name: 'Chaos', credits: toMicrocredits(credits) })).api_key;
}
