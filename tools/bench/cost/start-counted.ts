import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { Client } from '#clients/raw/client.ts';
import { Pool } from '#clients/raw/pool.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { startMongodb } from '#tools/dev/servers/start-mongodb.ts';
import { startTemporal } from '#tools/dev/servers/start-temporal.ts';
import { startOneOfEach } from '#tools/dev/service/service-stack.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { type CommandCounter, countCommands } from './command-counter.ts';

/** A service of which everything that its parts ask of each other can be counted. */
export interface Counted {
  client: Client;
  temporal: TemporalClient;
  /** Port of Temporal's metrics. */
  temporalMetricsPort: number;
  /** The MongoDB commands of each part of the service. */
  mongodb: Record<string, CommandCounter>;
  /** Process ids by part. */
  pids: Record<string, number>;
  /** Stops API and worker, which then write their profiles. */
  stop(): Promise<void>;
}

/**
 * Starts servers whose data are on disk, API and worker, in processes of their own.
 * @param profiles the directory that receives a directory of CPU profiles of each part of the service. Default: none is
 *   profiled
 */
export async function startCounted(ends: AsyncDisposableStack, profiles?: string): Promise<Counted> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-cost-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const temporalMetricsPort = await freePort();
  const server = (name: string) => ({
    logFile: join(directory, `${name}.log`),
    dataDir: join(directory, name),
    log: (line: string) => console.log(line),
  });
  const temporal = ends.adopt(
    await startTemporal({ ...server('temporal'), metricsPort: temporalMetricsPort }),
    async (started) => await started.stop(),
  );
  const mongodb = ends.adopt(await startMongodb(server('mongodb')), async (started) => await started.stop());
  const counter = async () =>
    ends.adopt(await countCommands(mongodb.port), (started) => Promise.resolve(started.stop()));
  const counters = { api: await counter(), worker: await counter() };
  const uri = (through: CommandCounter) => `mongodb://127.0.0.1:${through.port}/?directConnection=true`;
  const services = ends.use(new AsyncDisposableStack());
  const stack = await startOneOfEach(services, {
    name: 'cost',
    directory,
    env: { LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000', ...profiled(profiles, 'worker') },
    apiEnv: { MONGODB_URI: uri(counters.api), ...profiled(profiles, 'api') },
    givenServers: {
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: 'default',
      MONGODB_URI: uri(counters.worker),
    },
  });
  const connection = await Connection.connect({ address: temporal.address });
  ends.defer(async () => await connection.close());
  const { api_key } = await createWorkspace(stack.db, { name: 'cost', credits: toMicrocredits(1_000_000) });
  const pool = ends.adopt(new Pool({ connections: 256 }), async (open) => await open.close());
  return {
    client: new Client(stack.urls.api, { apiKey: api_key, subject: 'cost', transport: pool.transport }),
    temporal: new TemporalClient({ connection }),
    temporalMetricsPort,
    mongodb: counters,
    pids: Object.fromEntries(
      [['temporal', temporal] as const, ['mongodb', mongodb] as const, ...stack.parts].map(
        ([name, { pid }]) => [name, pid],
      ),
    ),
    stop: async () => await services.disposeAsync(),
  };
}

function profiled(profiles: string | undefined, part: string): NodeJS.ProcessEnv {
  return profiles === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(profiles, part)}` };
}
