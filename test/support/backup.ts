import type { Database } from '#store/mongo/database.ts';

const ofThread = ['runs', 'messages', 'events'] as const;
const ofRun = ['tool_calls', 'turns'] as const;

/**
 * Copies what is stored of a thread with one run. The function that is returned restores it, and nothing else, as if
 * MongoDB had been restored to this moment while Temporal was not.
 */
export async function backUp(db: Database, threadId: string, runId: string): Promise<() => Promise<void>> {
  const parts = [
    { collection: 'threads', filter: { _id: threadId } },
    ...ofThread.map((collection) => ({ collection, filter: { thread_id: threadId } })),
    ...ofRun.map((collection) => ({ collection, filter: { run_id: runId } })),
  ] as { collection: 'runs'; filter: object }[];
  const copies = await Promise.all(
    parts.map(async ({ collection, filter }) => await db[collection].find(filter).toArray()),
  );
  return async () => {
    for (const [index, { collection, filter }] of parts.entries()) {
      await db[collection].deleteMany(filter);
      await db[collection].insertMany(copies[index] ?? []);
    }
  };
}
