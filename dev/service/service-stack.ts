import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openMigrated } from '#store/mongo/open-database.ts';
import { useMongodb } from '../servers/use-mongodb.ts';
import { useTemporal } from '../servers/use-temporal.ts';
import { startServiceProcess } from './service-process.ts';

/** The options of a stack. */
export interface ServiceStackOptions {
  /** The name of its database, before a random suffix. */
  name: string;
  /** The directory of logs and data. */
  directory: string;
  /** Variables of the API and the worker in addition to those of every stack. */
  env?: NodeJS.ProcessEnv;
  /** Variables of the API only. */
  apiEnv?: NodeJS.ProcessEnv;
}

/**
 * Starts servers, API and worker on free ports, in separate processes as in production. They may call hosts on
 * loopback.
 * @param ends receives what stops everything
 * @throws {SetupProblem} if a part cannot be started
 */
export async function startServiceStack(
  ends: AsyncDisposableStack,
  { name, directory, env: variables, apiEnv }: ServiceStackOptions,
) {
  const logFile = (part: string) => join(directory, `${part}.log`);
  const log = (line: string) => console.log(line);
  const stop = async (part: { stop(): Promise<void> }) => await part.stop();
  const temporal = ends.adopt(await useTemporal({ log, logFile: logFile('temporal') }), stop);
  const dataDir = join(directory, 'mongodb');
  const mongodb = ends.adopt(await useMongodb({ log, logFile: logFile('mongodb'), dataDir }), stop);
  const database = `${name}_${randomBytes(4).toString('hex')}`;
  const db = ends.adopt(
    await openMigrated({ uri: mongodb.uri, database }),
    async (open) => await open.close(),
  );
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_ADDRESSES: 'loopback',
    // All requests come from one address.
    RATE_LIMIT_PER_MINUTE: '1000000',
    ENCRYPTION_KEYS: `${name}:${randomBytes(32).toString('base64')}`,
    ...variables,
    MONGODB_URI: mongodb.uri,
    MONGODB_DATABASE: database,
    TEMPORAL_ADDRESS: temporal.address,
  };
  const service = async (kind: 'api' | 'worker', further: NodeJS.ProcessEnv = {}) =>
    ends.adopt(
      await startServiceProcess(kind, { env: { ...env, ...further }, logFile: logFile(kind) }),
      stop,
    );
  return {
    temporal,
    mongodb,
    db,
    env,
    logFile,
    api: await service('api', apiEnv),
    worker: await service('worker'),
  };
}
