import { MongoClient, ReadConcern } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import { StoredEvents } from '../events/stored-events.ts';
import { book } from '../money/book.ts';
import { Bookings } from '../money/bookings.ts';
import { EnabledWebhookEndpoints } from '../webhooks/enabled-endpoints.ts';
import { Changes } from './changes.ts';
import type { Database } from './database.ts';
import { followedByAll, type FollowedWrites } from './followed-writes.ts';
import { defaultRetention, type Indexes, indexesOf, type Retention } from './indexes.ts';
import { checkMigrated, type IndexChange, migrate } from './migrate.ts';
import { refusingUndefined } from './refuse-undefined.ts';
import { Transactions } from './transactions.ts';

/**
 * How long a process waits for MongoDB, part by part. The driver has no limit for an operation as a whole: `timeoutMS`
 * has no effect in version 7.8.
 */
export interface DatabaseTimeouts {
  /** For a server that takes the operation, while a replica set elects a primary, for example. */
  serverSelectionMs: number;
  /** For a connection of the pool to come free. */
  connectionMs: number;
  /**
   * For the server's answer, once the operation is sent. Its connection is closed then; a read is tried once more, and
   * so is a write that can be repeated. No limit: 0.
   */
  answerMs: number;
  /** How long a transaction is begun anew after conflicts and outages. */
  transactionMs: number;
}

export interface DatabaseOptions {
  uri: string;
  /** Name of the database inside the server. */
  database: string;
  /** The writes of any process that this one can follow; all that are followed anywhere by default. */
  followed?: FollowedWrites;
  /** Default: no limit for an answer, as an operator's command has it. */
  timeouts?: DatabaseTimeouts;
  /** How many operations the process has under way at once; the others wait for a connection. Default: 50. */
  connections?: number;
  /**
   * How long documents are kept, by their indexes. Default: 30 days when the database is migrated; otherwise for as long
   * as its indexes say, whatever that is.
   */
  retention?: Retention;
  /** Makes the client tell of every command it sends: for tests that count them. */
  monitorCommands?: boolean;
}

const patientTimeouts: DatabaseTimeouts = {
  serverSelectionMs: 5000,
  connectionMs: 30_000,
  answerMs: 0,
  transactionMs: 60_000,
};

/** To connect and greet. The driver's 30 seconds would have a frozen server go unnoticed for as long. */
const connectTimeoutMs = 10_000;
/** A pool that has grown for a rush shrinks again: each connection is a thread and a megabyte to the server. */
const keptIdleMs = 300_000;

/** The first MongoDB (8.0) that has `bulkWrite` over several collections, which every commit is made of. */
const requiredWireVersion = 25;

/**
 * Connects and checks that the server is one the service can work with, and that the database is migrated.
 * @throws {NotMigratedError} when an index is missing or is not as it should be
 * @throws when the server cannot be reached, is older than MongoDB 8.0, or is no member of a replica set
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const anyTimes = options.retention === undefined;
  return await connect(options, async (db, indexes) => await checkMigrated(db, indexes, anyTimes));
}

/**
 * Connects and {@link migrate}s: for the operator's command, and for stacks that are started in one go.
 * @throws as {@link openDatabase}, and when the data does not allow an index
 */
export async function openMigrated(
  options: DatabaseOptions,
  onChange: (change: IndexChange) => void = () => {},
): Promise<Database> {
  return await connect(options, async (db, indexes) => await migrate(db, indexes, onChange));
}

async function connect(
  options: DatabaseOptions,
  prepare: (db: Database, indexes: Indexes) => Promise<void>,
): Promise<Database> {
  const timeouts = options.timeouts ?? patientTimeouts;
  const client = new MongoClient(options.uri, {
    appName: 'heddle',
    connectTimeoutMS: connectTimeoutMs,
    serverSelectionTimeoutMS: timeouts.serverSelectionMs,
    waitQueueTimeoutMS: timeouts.connectionMs,
    socketTimeoutMS: timeouts.answerMs,
    maxPoolSize: options.connections ?? 50,
    maxIdleTimeMS: keptIdleMs,
    retryReads: true,
    retryWrites: true,
    // Undefined must not be left out of a filter. It is not sent as null either: `refusingUndefined`.
    ignoreUndefined: false,
    monitorCommands: options.monitorCommands ?? false,
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    await client.connect();
    await checkServer(client);
    const database = withCollections(client, options, timeouts.transactionMs);
    await prepare(database, indexesOf(options.retention ?? defaultRetention));
    return database;
  } catch (error) {
    await client.close();
    throw error;
  }
}

/**
 * Reads see what the majority of the replica set has. What a process reads decides what it tells Temporal, sends to a
 * host or answers a client, and none of these is taken back when a primary that fell out loses what only it had.
 * Writes wait for the majority's journal for the same reason. It is the database's setting and not the client's, for
 * transactions need none: one that is committed to the majority has committed what it read with it.
 */
const majority = new ReadConcern('majority');

function withCollections(
  client: MongoClient,
  { database: name, followed = followedByAll }: DatabaseOptions,
  transactionMs: number,
): Database {
  const db = client.db(name, { readConcern: majority });
  const changes = new Changes(client, name, followed);
  const collection = <Name extends keyof Documents>(title: Name) =>
    refusingUndefined(db.collection<Documents[Name]>(title));
  const transactions = new Transactions(client, transactionMs);
  const database: Database = {
    accounts: collection('accounts'),
    agents: collection('agents'),
    api_keys: collection('api_keys'),
    connections: collection('connections'),
    deltas: collection('deltas'),
    directories: collection('directories'),
    directory_rows: collection('directory_rows'),
    erasures: collection('erasures'),
    events: collection('events'),
    idempotency_keys: collection('idempotency_keys'),
    ledger: collection('ledger'),
    messages: collection('messages'),
    open_streams: collection('open_streams'),
    patches: collection('patches'),
    pending_deliveries: collection('pending_deliveries'),
    rate_limits: collection('rate_limits'),
    requests: collection('requests'),
    runs: collection('runs'),
    signing_keys: collection('signing_keys'),
    threads: collection('threads'),
    tool_calls: collection('tool_calls'),
    turns: collection('turns'),
    usage: collection('usage'),
    webhook_attempts: collection('webhook_attempts'),
    webhook_endpoints: collection('webhook_endpoints'),
    watched_threads: collection('watched_threads'),
    workspaces: collection('workspaces'),
    client: refusingUndefined(client),
    storedEvents: new StoredEvents(),
    changes,
    bookings: new Bookings(async (workspaceId) => await book(database, workspaceId)),
    enabledEndpoints: new EnabledWebhookEndpoints(collection('webhook_endpoints'), changes),
    transaction: async (work) => await transactions.run(work),
    snapshot: async (read) => await transactions.run(read, { readConcern: { level: 'snapshot' } }),
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: async () => {
      await Promise.all([changes.close(), database.bookings.close()]);
      await client.close();
    },
  };
  return database;
}

async function checkServer(client: MongoClient): Promise<void> {
  const hello = await client.db('admin').command({ hello: 1 });
  if (hello['maxWireVersion'] < requiredWireVersion) {
    throw new Error('MONGODB_URI names a server older than MongoDB 8.0; 8.0 or newer is needed.');
  }
  if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid') {
    throw new Error(
      'MONGODB_URI names a standalone server; transactions need a replica set (one node is enough).',
    );
  }
}
