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

/** Writes as many documents and bytes as the service does, with the same promise, and nothing else. */
export interface BareCommits {
  /** Stores new documents in a transaction, with the two round trips that this needs. */
  commit: (what: keyof typeof commitSizes) => Promise<void>;
  /** Changes one document, as a call is marked before it is sent. */
  mark: (id: string) => Promise<void>;
}

export async function bareCommits(uri: string): Promise<BareCommits> {
  const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } });
  await client.connect();
  const documents = client.db('bench').collection<{ _id: string; at: Date }>('bare');
  // A transaction that creates its collection conflicts with every other one.
  await documents.insertOne({ _id: 'first', at: new Date() });
  return {
    commit: async (what) => {
      const { documents: count, bytes } = commitSizes[what];
      const text = 'x'.repeat(bytes / count);
      const writes = Array.from({ length: count }, () => ({
        name: 'insertOne' as const,
        namespace: 'bench.bare',
        document: { text },
      }));
      await client.withSession(
        { causalConsistency: false },
        async (session) =>
          await session.withTransaction(async () => void (await client.bulkWrite(writes, { session }))),
      );
    },
    mark: async (_id) => {
      await documents.findOneAndUpdate({ _id }, { $set: { at: new Date() } }, { upsert: true });
    },
  };
}
