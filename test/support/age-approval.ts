import type { Database } from '#store/mongo/database.ts';

/**
 * The next attempt at a call fails before its mark, and the one after it finds that the approval is two hours old.
 * @returns undoes it
 */
export function ageNextApproval({ connections, tool_calls }: Database, call: string): () => void {
  const find = connections.findOne.bind(connections);
  const undo = () => {
    connections.findOne = find;
  };
  connections.findOne = async () => {
    undo();
    const created_at = new Date(Date.now() - 2 * 3_600_000);
    await tool_calls.updateOne({ _id: call }, { $set: { 'decision.created_at': created_at } });
    throw new Error('the attempt fails');
  };
  return undo;
}
