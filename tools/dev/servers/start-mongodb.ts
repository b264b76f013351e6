import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type StartedProcess, startProcess } from '../processes/start-process.ts';
import { acceptsConnections } from './accepts-connections.ts';
import { chooseMongodb } from './choose-mongodb.ts';
import { flags } from './flags.ts';
import { freePort } from './free-port.ts';
import { becamePrimary, limitTransactions, mongodbAnswers, replicaSet } from './mongodb-answers.ts';
import type { MongodbKind } from './resolve-mongodb.ts';
import type { ServerOptions } from './start-temporal.ts';

export type MongodbOptions = ServerOptions & {
  /** Contains the data, in a directory for each kind of server, because their files differ. */
  dataDir: string;
  /** Whether the data is to survive the end of the stand-in, or of the machine. Default: true. */
  durable?: boolean | undefined;
  /** Whether a slower server that starts at once is better than one that is built first. Default: false. */
  quickly?: boolean | undefined;
};

export type RunningMongodb = StartedProcess & {
  /** As in MONGODB_URI, without a database. */
  uri: string;
  port: number;
  kind: MongodbKind;
};

/**
 * Starts a MongoDB, or its stand-in, on the loopback interface as the only member of a replica set. Resolves when it
 * accepts writes and limits how long transactions live.
 * @throws SetupProblem if there is no MongoDB and no way to get one
 */
export async function startMongodb(options: MongodbOptions): Promise<RunningMongodb> {
  const { env = process.env, log, signal, logFile } = options;
  const { binary, kind } = await chooseMongodb(options, { env, log, signal });
  const port = options.port ?? (await freePort());
  log(`starting MongoDB on port ${port} (${binary.source})`);
  const dataDir = join(options.dataDir, kind);
  await mkdir(dataDir, { recursive: true });
  const host = `127.0.0.1:${port}`;
  // Direct, because the two kinds of server would need different replica set names in the URI.
  const uri = `mongodb://${host}/?directConnection=true`;
  const ready = kind === 'mongod' ? () => becamePrimary(uri, host) : () => mongodbAnswers(uri);
  const started = await startProcess(
    {
      name: 'MongoDB',
      command: binary.path,
      args: [
        ...(binary.before ?? []),
        ...mongodbArguments(kind, { port, dataDir, durable: options.durable ?? true }),
      ],
      env,
      logFile,
      answers: async () =>
        (await acceptsConnections('127.0.0.1', port)) &&
        (await ready()) &&
        // The quick one has a minute, which cannot be changed.
        (kind === 'quick-stand-in' || (await limitTransactions(uri))),
      readyTimeoutMs: 180_000,
      // The quick one waits for connections; what it has committed is on disk.
      stopTimeoutMs: kind === 'quick-stand-in' ? 2_000 : 10_000,
    },
    signal,
  );
  return { ...started, uri, port, kind };
}

/** The command line of each kind of server. */
export function mongodbArguments(
  kind: MongodbKind,
  { port, dataDir, durable }: { port: number; dataDir: string; durable: boolean },
): string[] {
  if (kind !== 'mongod') {
    return flags({
      host: '127.0.0.1',
      port,
      'storage-path': dataDir,
      // With every commit, which is half of what a small write costs.
      ...(durable && { 'sync-on-commit': true }),
      // A limit, not a reservation. With 256M, large transactions filled it, and the server stopped answering.
      'cache-size': '1G',
    });
  }
  return flags({
    bind_ip: '127.0.0.1',
    port,
    dbpath: dataDir,
    replSet: replicaSet,
    wiredTigerCacheSizeGB: 0.25,
    // It is the only member, so nobody takes over, and waiting before it stops is useless.
    setParameter: 'shutdownTimeoutMillisForSignaledShutdown=100',
  });
}
