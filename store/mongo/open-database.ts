import { MongoClient } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import { StoredEvents } from '../events/stored-events.ts';
import { book } from '../money/book.ts';
import { Bookings } from '../money/bookings.ts';
import { EnabledWebhookEndpoints } from '../webhooks/enabled-endpoints.ts';
import { Changes } from './changes.ts';
import type { Database } from './database.ts';
import { followedByAll, type FollowedWrites } from './followed-writes.ts';
import { ensureIndexes } from './indexes.ts';
import { inTransaction } from './transaction.ts';

export interface DatabaseOptions {
  uri: string;
  /** Name of the database inside the server. */
  database: string;
  /** The writes of any process that this one can follow; all that are followed anywhere by default. */
  followed?: FollowedWrites;
  /** How long an operation looks for a server before it fails. */
  serverSelectionTimeoutMs?: number;
  /** Makes the client tell of every command it sends: for tests that count them. */
  monitorCommands?: boolean;
}

/** The first MongoDB (8.0) that has `bulkWrite` over several collections, which every commit is made of. */
const requiredWireVersion = 25;

/**
 * Connects, checks that the server is one the service can work with, and creates the indexes that are missing.
 * @throws when the server cannot be reached, is older than MongoDB 8.0, or is no member of a replica set
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const client = new MongoClient(options.uri, {
    appName: 'heddle',
    serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? 5000,
    maxPoolSize: 50,
    retryWrites: true,
    ignoreUndefined: true,
    monitorCommands: options.monitorCommands ?? false,
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    await client.connect();
    await checkServer(client);
    const database = withCollections(client, options);
    await ensureIndexes(database);
    return database;
  } catch (error) {
    await client.close();
    throw error;
  }
}

function withCollections(
  client: MongoClient,
  { database: name, followed = followedByAll }: DatabaseOptions,
): Database {
  const db = client.db(name);
  const changes = new Changes(client, name, followed);
  const collection = <Name extends keyof Documents>(title: Name) => db.collection<Documents[Name]>(title);
  const database: Database = {
    accounts: collection('accounts'),
    agents: collection('agents'),
    api_keys: collection('api_keys'),
    connections: collection('connections'),
    deltas: collection('deltas'),
    directories: collection('directories'),
    directory_rows: collection('directory_rows'),
    events: collection('events'),
    idempotency_keys: collection('idempotency_keys'),
    ledger: collection('ledger'),
    messages: collection('messages'),
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
    client,
    storedEvents: new StoredEvents(),
    changes,
    bookings: new Bookings(async (workspaceId) => await book(database, workspaceId)),
    enabledEndpoints: new EnabledWebhookEndpoints(collection('webhook_endpoints'), changes),
    transaction: async (work) => await inTransaction(client, work),
    snapshot: async (read) => await inTransaction(client, read, { readConcern: { level: 'snapshot' } }),
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
