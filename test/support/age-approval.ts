import type { Database } from '#store/mongo/database.ts';

/**
 * The next attempt at a call fails before its mark, when it reads its connection, and the one after it finds that the approval is two
 * hours old.
 * @returns undoes it
 */
export function ageNextApproval({ connections, tool_calls }: Database, call: string): () => void {
  const find: typeof connections.find = connections.find.bind(connections);
  const undo = () => {
    connections.find = find;
  };
  const failingFind = (...args: Parameters<typeof find>) => {
    undo();
    const cursor = find(...args);
    cursor.toArray = async () => {
      const created_at = new Date(Date.now() - 2 * 3_600_000);
      await tool_calls.updateOne({ _id: call }, { $set: { 'decision.created_at': created_at } });
      throw new Error('the attempt fails');
    };
    return cursor;
  };
  Object.assign(connections, { find: failingFind });
  return undo;
}
