import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEchoHost } from '../echo-host.ts';
import { seed } from '../seed.ts';
import { useMongodb } from '../servers/use-mongodb.ts';
import { useTemporal } from '../servers/use-temporal.ts';
import { startServiceProcess } from '../service/service-process.ts';

/** A service to fuzz, with the demo workspace in it. */
export interface FuzzTarget {
  baseUrl: string;
  apiKey: string;
  agentId: string;
  /** The directory for the output of the run; removed at the end. */
  directory: string;
  stop(): Promise<void>;
}

/** Starts servers, API and worker, in separate processes as in production. */
export async function startFuzzTarget(log: (line: string) => void): Promise<FuzzTarget> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-fuzz-'));
  const ends: (() => Promise<void>)[] = [async () => await rm(directory, { recursive: true, force: true })];
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
    const database = `fuzz_${randomBytes(4).toString('hex')}`;
    const encryptionKeys = `fuzz:${randomBytes(32).toString('base64')}`;
    const workspace = await seed({
      mongodbUri: mongodb.uri,
      database,
      encryptionKeys,
      apiKey: `sk_${randomBytes(32).toString('base64url')}`,
      signingSecret: randomBytes(32).toString('base64url'),
      echoHostUrl: echoHost.url,
    });
    const env = {
      PATH: process.env['PATH'],
      MONGODB_URI: mongodb.uri,
      MONGODB_DATABASE: database,
      TEMPORAL_ADDRESS: temporal.address,
      ENCRYPTION_KEYS: encryptionKeys,
      ALLOW_PRIVATE_ADDRESSES: 'loopback',
      // Agents of this class can be published, but no provider answers for them.
      MODEL_STANDARD: 'openai-compatible:none',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      // For addresses without a credential: the fuzzer has one address.
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
    };
    const api = await startServiceProcess('api', { env, logFile: logFile('api') });
    ends.push(async () => await api.stop());
    const worker = await startServiceProcess('worker', { env, logFile: logFile('worker') });
    ends.push(async () => await worker.stop());
    return { baseUrl: api.url, apiKey: workspace.api_key, agentId: workspace.agent_id, directory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
