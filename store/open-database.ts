import { MongoClient, ReadConcern } from 'mongodb';
import type { Documents } from './documents/documents.ts';
import { BlindIndex } from './mongo/blind-index.ts';
import type { Keyring } from './credentials/encryption.ts';
import { Announced } from './mongo/announced.ts';
import { StoredEvents } from './mongo/stored-events.ts';
import { Batcher } from '#engine/contention/batcher.ts';
import { book } from './money/book.ts';
import { mostTogether, reserveTogether } from './money/reserve.ts';
import { RememberedConversations } from './mongo/remembered-conversations.ts';
import { ServerClock } from './mongo/server-clock.ts';
import { SettledAccounts } from './mongo/settled-accounts.ts';
import { Bookings } from './mongo/bookings.ts';
import { ChangeStream } from './mongo/change-stream.ts';
import type { Database } from './mongo/database.ts';
import { EndingConnection } from './mongo/ending-connection.ts';
import { followedByAll, type FollowedWrites } from './mongo/followed-writes.ts';
import { defaultRetention, type Indexes, indexesOf, type Retention } from './mongo/indexes.ts';
import { checkMigrated, type IndexChange, migrate } from './mongo/migrate.ts';
import { KeptByWorkspace } from './mongo/kept-by-workspace.ts';
import { refusingUndefined } from './mongo/refuse-undefined.ts';
import { Transactions } from './mongo/transactions.ts';

/**
 * How long a process waits for each part of an operation. The driver has no limit for an operation as a whole:
 * `timeoutMS` has no effect in version 7.8.
 */
export interface DatabaseTimeouts {
  /** For a server that accepts the operation, for example while a replica set elects a primary. */
  serverSelectionMs: number;
  /** For a free connection of the pool. */
  connectionMs: number;
  /**
   * For the server's response, once the operation is sent. After that the connection is closed, and a read or a
   * retryable write is tried once more. No limit: 0.
   */
  answerMs: number;
  /** How long a transaction is restarted after conflicts and outages. */
  transactionMs: number;
}

export interface DatabaseOptions {
  uri: string;
  /** Name of the database inside the server. */
  database: string;
  /** The writes of any process that this one can follow. Default: all that any process follows. */
  followed?: FollowedWrites;
  /** Default: no limit for a response, as for an operator's command. */
  timeouts?: DatabaseTimeouts;
  /** How many operations of the process can be in progress at once; others wait for a connection. Default: 50. */
  connections?: number;
  /**
   * Another opened database of the process, which is the same one with other limits: this one then follows writes through
   * its change stream, and is closed before it. Default: this one has a change stream of its own.
   */
  follows?: Database;
  /** Encrypts the keys of workspaces. Absent in a process that names nothing by them. */
  keyring?: Keyring;
  /** How long documents are kept. Default: 30 days for a migration; otherwise whatever the indexes say. */
  retention?: Retention;
  /** Makes the client report every command that it sends, for tests that count them. */
  monitorCommands?: boolean;
}

const patientTimeouts: DatabaseTimeouts = {
  serverSelectionMs: 5000,
  connectionMs: 30_000,
  answerMs: 0,
  transactionMs: 60_000,
};

/** To connect and shake hands. With the driver's 30 seconds, a frozen server would go unnoticed for that long. */
const connectTimeoutMs = 10_000;
/** A pool that has grown under load shrinks again, because each connection costs the server a thread and a megabyte. */
const keptIdleMs = 300_000;

/** The first MongoDB version (8.0) with a `bulkWrite` over several collections, which every commit uses. */
const requiredWireVersion = 25;

/**
 * Connects, and checks that the service can work with the server and that the database is migrated.
 * @throws {NotMigratedError} if an index is missing or has other options
 * @throws if the server cannot be reached, is older than MongoDB 8.0, or is not a member of a replica set
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const anyTimes = options.retention === undefined;
  return await connect(options, async (db, indexes) => await checkMigrated(db, indexes, anyTimes));
}

/**
 * Connects and {@link migrate}s: for the operator's command, and for stacks that are started in one go.
 * @throws like {@link openDatabase}, and if the data violates an index
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
    connectionType: EndingConnection,
    connectTimeoutMS: connectTimeoutMs,
    serverSelectionTimeoutMS: timeouts.serverSelectionMs,
    waitQueueTimeoutMS: timeouts.connectionMs,
    socketTimeoutMS: timeouts.answerMs,
    maxPoolSize: options.connections ?? 50,
    maxIdleTimeMS: keptIdleMs,
    retryReads: true,
    retryWrites: true,
    // Undefined must not be left out of a filter. It is not sent as null either: see `refusingUndefined`.
    ignoreUndefined: false,
    monitorCommands: options.monitorCommands ?? false,
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    await reach(client);
    await checkServer(client);
    const database = withCollections(client, options, timeouts.transactionMs);
    await prepare(database, indexesOf(options.retention ?? defaultRetention));
    return database;
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** @throws with the address and the cause, if there is no connection */
async function reach(client: MongoClient): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const { srvHost, hosts } = client.options;
    const address = srvHost ?? hosts.join(', ');
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`MongoDB at ${address} cannot be reached: ${cause}`, { cause: error });
  }
}

/**
 * Reads see only data of the replica set's majority. A process acts on its reads: it signals Temporal, sends to a host
 * or answers a client, and none of these can be undone if a failed primary loses what only it had. Writes wait for the
 * majority's journal for the same reason. This is a setting of the database and not of the client, because transactions
 * do not need it: one that is committed to the majority has committed what it read with it.
 */
const majority = new ReadConcern('majority');

function withCollections(
  client: MongoClient,
  { database: name, followed = followedByAll, follows, keyring }: DatabaseOptions,
  transactionMs: number,
): Database {
  const db = client.db(name, { readConcern: majority });
  const changes = follows?.changes ?? new ChangeStream(client, name, followed);
  const collection = <Name extends keyof Documents>(title: Name) =>
    refusingUndefined(db.collection<Documents[Name]>(title));
  const transactions = new Transactions(client, transactionMs);
  const database: Database = {
    accounts: collection('accounts'),
    agents: collection('agents'),
    api_keys: collection('api_keys'),
    approval_counters: collection('approval_counters'),
    approval_policies: collection('approval_policies'),
    approver_groups: collection('approver_groups'),
    audit_chains: collection('audit_chains'),
    audit_entries: collection('audit_entries'),
    budgets: collection('budgets'),
    budget_spending: collection('budget_spending'),
    connections: collection('connections'),
    console_links: collection('console_links'),
    console_sessions: collection('console_sessions'),
    sign_in_attempts: collection('sign_in_attempts'),
    console_sign_ins: collection('console_sign_ins'),
    deltas: collection('deltas'),
    directories: collection('directories'),
    directory_rows: collection('directory_rows'),
    erasures: collection('erasures'),
    events: collection('events'),
    four_eyes: collection('four_eyes'),
    freezes: collection('freezes'),
    idempotency_keys: collection('idempotency_keys'),
    ledger: collection('ledger'),
    mcp_conversations: collection('mcp_conversations'),
    mcp_grants: collection('mcp_grants'),
    mcp_settings: collection('mcp_settings'),
    model_breakers: collection('model_breakers'),
    messages: collection('messages'),
    oauth_authorizations: collection('oauth_authorizations'),
    oauth_clients: collection('oauth_clients'),
    oauth_interactions: collection('oauth_interactions'),
    oauth_tokens: collection('oauth_tokens'),
    open_streams: collection('open_streams'),
    passkeys: collection('passkeys'),
    passkey_challenges: collection('passkey_challenges'),
    passkey_settings: collection('passkey_settings'),
    patches: collection('patches'),
    pending_deliveries: collection('pending_deliveries'),
    proposed_changes: collection('proposed_changes'),
    rate_limits: collection('rate_limits'),
    requests: collection('requests'),
    revision_allowances: collection('revision_allowances'),
    console_reads: collection('console_reads'),
    rotations: collection('rotations'),
    runs: collection('runs'),
    signing_keys: collection('signing_keys'),
    speeches: collection('speeches'),
    speech_chunks: collection('speech_chunks'),
    threads: collection('threads'),
    tool_calls: collection('tool_calls'),
    turns: collection('turns'),
    usage: collection('usage'),
    payees: collection('payees'),
    payments: collection('payments'),
    webhook_attempts: collection('webhook_attempts'),
    webhook_endpoints: collection('webhook_endpoints'),
    watched_threads: collection('watched_threads'),
    workspace_keys: collection('workspace_keys'),
    workspaces: collection('workspaces'),
    client: refusingUndefined(client),
    storedEvents: follows?.storedEvents ?? new StoredEvents(),
    storedSteps: follows?.storedSteps ?? new Announced('steps'),
    changes,
    bookings: new Bookings(async (workspaceId) => await book(database, workspaceId)),
    reservations: new Batcher(
      async (workspaceId, requests) => await reserveTogether(database, workspaceId, requests),
      mostTogether,
    ),
    settledAccounts: new SettledAccounts(),
    enabledEndpoints:
      follows?.enabledEndpoints ??
      new KeptByWorkspace('webhook_endpoints', collection('webhook_endpoints'), changes, { enabled: true }),
    keptBudgets: follows?.keptBudgets ?? new KeptByWorkspace('budgets', collection('budgets'), changes),
    blindIndex: follows?.blindIndex ?? new BlindIndex(collection('workspace_keys'), keyring),
    serverClock: follows?.serverClock ?? new ServerClock(async () => await serverTime(client)),
    conversations: follows?.conversations ?? new RememberedConversations(),
    transaction: async (work) => await transactions.run(work),
    snapshot: async (read) => await transactions.run(read, { readConcern: { level: 'snapshot' } }),
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: async () => {
      await Promise.all([follows === undefined && changes.close(), database.bookings.close()]);
      await client.close();
    },
  };
  return database;
}

async function serverTime(client: MongoClient): Promise<Date> {
  const { localTime } = await client.db('admin').command({ hello: 1 });
  if (!(localTime instanceof Date)) throw new Error('MongoDB does not say what time it is.');
  return localTime;
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
