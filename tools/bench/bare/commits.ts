import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';

/** The size of a commit: its documents, and their bytes together. */
interface CommitSize {
  documents: number;
  bytes: number;
}

/** The commits of the service, as large as on a thread that has reached the messages that a model turn sees. */
export const commitSizes = {
  message: { documents: 5, bytes: 2800 },
  turn: { documents: 7, bytes: 8600 },
  decision: { documents: 4, bytes: 2800 },
  result: { documents: 4, bytes: 2900 },
} as const satisfies Record<string, CommitSize>;

/** How many indexes a document of a commit is in, on average, beside that of its id. */
const indexes = 5;
/** Documents of a commit that the change stream sends to other processes: its events, and the run. */
const followed = 3;

/** Writes as many documents and bytes as the service does, with the same promise. */
export interface BareCommits {
  /**
   * Stores new documents in a transaction, with its two round trips.
   * @param indexed whether they have as many indexes as those of the service, and a change stream sends them
   */
  commit: (what: keyof typeof commitSizes, indexed?: boolean) => Promise<void>;
  /** Changes one document, as a call is marked before it is sent, and credits are reserved. */
  mark: (id: string) => Promise<void>;
  /** Reads that many documents concurrently, by their ids. */
  read: (count: number) => Promise<void>;
}

export async function bareCommits(uri: string): Promise<BareCommits> {
  const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } });
  await client.connect();
  const database = client.db('bench');
  const documents = database.collection<{ _id: string; at: Date }>('bare');
  // A transaction that creates its collection conflicts with every other one.
  await documents.insertOne({ _id: 'first', at: new Date() });
  const keys = Array.from({ length: indexes }, (_, index) => `key${index}`);
  for (const collection of ['indexed', 'followed']) {
    for (const key of keys) await database.createIndex(collection, { workspace: 1, [key]: 1 });
  }
  database
    .collection('followed')
    .watch([], { maxAwaitTimeMS: 1000 })
    .on('change', () => {});
  return {
    commit: async (what, indexed = false) => {
      const { documents: count, bytes } = commitSizes[what];
      const text = 'x'.repeat(bytes / count);
      const indexedFields = () => ({
        workspace: 'one',
        ...Object.fromEntries(keys.map((key) => [key, randomUUID()])),
      });
      const collectionOf = (index: number) => (index < followed ? 'followed' : 'indexed');
      const writes = Array.from({ length: count }, (_, index) => ({
        name: 'insertOne' as const,
        namespace: `bench.${indexed ? collectionOf(index) : 'bare'}`,
        document: { text, ...(indexed && indexedFields()) },
      }));
      await client.withSession(
        { causalConsistency: false },
        async (session) =>
          await session.withTransaction(async () => void (await client.bulkWrite(writes, { session }))),
      );
    },
    read: async (count) => {
      await Promise.all(Array.from({ length: count }, async () => await documents.findOne({ _id: 'first' })));
    },
    mark: async (_id) => {
      await documents.findOneAndUpdate({ _id }, { $set: { at: new Date() } }, { upsert: true });
    },
  };
}
