import { defined } from '#contract/defined.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openMigrated } from '#store/open-database.ts';
import type { Database } from '#store/mongo/database.ts';
import {
  type ServerName,
  type ServiceKind,
  type StackAddresses,
  type StackPart,
  startStack,
} from './start-stack.ts';

/** The options of a stack. */
export interface ServiceStackOptions<Service extends string, Kept extends Stoppable> {
  /** The name of its database, before a random suffix. */
  name: string;
  /** The directory of logs and data. */
  directory: string;
  services: Partial<Record<Service, ServiceKind>>;
  /** Starts a part, whose `stop` is called in the end. */
  keep: (part: StackPart<Service | ServerName>) => Promise<Kept>;
  /** Variables of the service in addition to those of every stack. */
  env?: NodeJS.ProcessEnv | ((addresses: StackAddresses<Service>) => NodeJS.ProcessEnv);
  /** Variables of processes with an API only. */
  apiEnv?: NodeJS.ProcessEnv;
  /**
   * Whether the servers are its own, and keep all their data when they are started again. Default: those that
   * TEMPORAL_ADDRESS and MONGODB_URI name are used.
   */
  ownServers?: boolean;
  /** Servers to use instead: the variables that name them. */
  givenServers?: Record<'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE' | 'MONGODB_URI', string>;
  readyTimeoutMs?: number;
  /** Default: the terminal. */
  log?: (line: string) => void;
}

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Starts servers and processes of the service as in production, on free ports and on a migrated database of their own. They
 * may call hosts on loopback.
 * @param ends receives what stops everything
 * @throws {SetupProblem} if a part cannot be started
 */
export async function startServiceStack<Service extends string, Kept extends Stoppable>(
  ends: AsyncDisposableStack,
  options: ServiceStackOptions<Service, Kept>,
) {
  const {
    name,
    directory,
    ownServers = false,
    givenServers = {},
    env: variables = {},
    log = (line) => console.log(line),
  } = options;
  const logFile = (part: string) => join(directory, `${part}.log`);
  const database = `${name}_${randomBytes(4).toString('hex')}`;
  let db: Database | undefined;
  let env: NodeJS.ProcessEnv = {};
  const encryptionKeys = `${name}:${randomBytes(32).toString('base64')}`;
  const stack = await startStack<Service, Kept>({
    services: options.services,
    logFile,
    dataDir: (server) => (server === 'mongodb' || ownServers ? join(directory, server) : undefined),
    serverEnv: {
      ...process.env,
      ...(ownServers && { TEMPORAL_ADDRESS: '', MONGODB_URI: '' }),
      ...givenServers,
    },
    ...defined({ readyTimeoutMs: options.readyTimeoutMs }),
    log: (_, line) => log(line),
    keep: async (part) => ends.adopt(await options.keep(part), async (kept) => await kept.stop()),
    prepare: async (addresses) => {
      db = ends.adopt(
        await openMigrated({ uri: addresses.mongodb, database }),
        async (open) => await open.close(),
      );
      env = {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        // Nobody waits for hosts that hang at the end.
        WORKER_STOP_SECONDS: '30',
        ALLOW_PRIVATE_ADDRESSES: 'loopback',
        // All requests come from one address.
        RATE_LIMIT_PER_MINUTE: '1000000',
        ENCRYPTION_KEYS: encryptionKeys,
        ...(typeof variables === 'function' ? variables(addresses) : variables),
        ...givenServers,
        MONGODB_URI: addresses.mongodb,
        MONGODB_DATABASE: database,
        TEMPORAL_ADDRESS: addresses.temporal,
      };
      const withApi = { ...env, ...options.apiEnv };
      return { api: withApi, worker: env, service: withApi };
    },
  });
  if (db === undefined) throw new Error('the database is not open');
  return { ...stack, db, env, encryptionKeys, database: { uri: stack.mongodb, database }, logFile };
}

/** A stack of one API and one worker, whose processes are started once. */
export async function startOneOfEach(
  ends: AsyncDisposableStack,
  options: Omit<ServiceStackOptions<'api' | 'worker', never>, 'services' | 'keep'>,
) {
  return await startServiceStack(ends, {
    ...options,
    services: { api: 'api', worker: 'worker' },
    keep: async (part) => await part.start(),
  });
}
