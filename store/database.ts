import { MongoClient, type ClientSession, type Collection } from 'mongodb';
import type { AccountDocument } from './accounts.ts';
import type { AgentDocument } from './agents.ts';
import type { ApiKeyDocument } from './api-keys.ts';
import { book } from './book.ts';
import { Bookings } from './bookings.ts';
import { Changes } from './changes.ts';
import type { ConnectionDocument } from './connections.ts';
import type { DeltaDocument } from './deltas.ts';
import type { DirectoryDocument } from './directories.ts';
import type { DirectoryRowDocument } from './directory-rows.ts';
import type { EventDocument } from './events.ts';
import type { IdempotencyKeyDocument } from './idempotency-keys.ts';
import { EnabledWebhookEndpoints } from './enabled-webhook-endpoints.ts';
import { ensureIndexes } from './indexes.ts';
import type { BalanceChangeDocument } from './ledger.ts';
import type { MessageDocument } from './messages.ts';
import type { PatchDocument } from './patches.ts';
import type { PendingDeliveryDocument } from './pending-deliveries.ts';
import type { RateLimitDocument } from './rate-limits.ts';
import type { RequestBatchDocument } from './request-batches.ts';
import type { RunDocument } from './runs.ts';
import type { SigningKeyDocument } from './signing-keys.ts';
import { StoredEvents } from './stored-events.ts';
import type { ThreadDocument } from './threads.ts';
import type { ToolCallDocument } from './tool-calls.ts';
import type { TurnDocument } from './turns.ts';
import type { UsageDocument } from './usage.ts';
import type { WebhookAttemptDocument } from './webhook-attempts.ts';
import type { WebhookEndpointDocument } from './webhook-endpoints.ts';
import type { WatchedThreadDocument } from './watched-threads.ts';
import type { WorkspaceDocument } from './workspaces.ts';

/** The kinds of document, by collection. */
export interface Documents {
  accounts: AccountDocument;
  agents: AgentDocument;
  api_keys: ApiKeyDocument;
  connections: ConnectionDocument;
  /** On their way to who watches: kept for a minute. */
  deltas: DeltaDocument;
  directories: DirectoryDocument;
  directory_rows: DirectoryRowDocument;
  events: EventDocument;
  idempotency_keys: IdempotencyKeyDocument;
  ledger: BalanceChangeDocument;
  messages: MessageDocument;
  patches: PatchDocument;
  pending_deliveries: PendingDeliveryDocument;
  rate_limits: RateLimitDocument;
  request_batches: RequestBatchDocument;
  runs: RunDocument;
  signing_keys: SigningKeyDocument;
  threads: ThreadDocument;
  tool_calls: ToolCallDocument;
  turns: TurnDocument;
  usage: UsageDocument;
  webhook_attempts: WebhookAttemptDocument;
  webhook_endpoints: WebhookEndpointDocument;
  watched_threads: WatchedThreadDocument;
  workspaces: WorkspaceDocument;
}

export type Collections = { [Name in keyof Documents]: Collection<Documents[Name]> };

/** A connected database. Everything in store/ takes it first. */
export interface Database extends Collections {
  /** Runs `work` in a transaction, again when MongoDB asks for it. */
  transaction<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result>;
  /** Runs reads that all see the database as it was at one moment. */
  snapshot<Result>(read: (session: ClientSession) => Promise<Result>): Promise<Result>;
  client: MongoClient;
  /** Tells of the events that this process stores. */
  storedEvents: StoredEvents;
  /** Tells of what any process writes. */
  changes: Changes;
  /** When the changes of balances that are stored are taken into the accounts. */
  bookings: Bookings;
  /** The webhook endpoints that events are sent to, from memory. */
  enabledEndpoints: EnabledWebhookEndpoints;
  /** @throws when MongoDB does not answer within the time-out */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  uri: string;
  /** Name of the database inside the server. */
  database: string;
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
    const database = withCollections(client, options.database);
    await ensureIndexes(database);
    return database;
  } catch (error) {
    await client.close();
    throw error;
  }
}

/**
 * Transactions read and write on the primary, and what they decide is guarded: none has to come after what its session
 * saw before. With causal consistency the driver says so to the server when one is tried again in its session, by a
 * field that not every command may have.
 */
const independent = { causalConsistency: false } as const;

function withCollections(client: MongoClient, name: string): Database {
  const db = client.db(name);
  const changes = new Changes(client, name);
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
    request_batches: collection('request_batches'),
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
    transaction: (work) =>
      client.withSession(independent, (session) =>
        session.withTransaction(async (inside) => await work(inside)),
      ),
    snapshot: (read) =>
      client.withSession(independent, (session) =>
        session.withTransaction(async (inside) => await read(inside), { readConcern: { level: 'snapshot' } }),
      ),
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
