import type { ClientSession } from 'mongodb';
import type { Database } from '../mongo/database.ts';

/**
 * The members of groups, by their keys, as they stay until the transaction is committed. Each group is written, so that two
 * transactions which rely on the same group, or change it, conflict: otherwise each could see the group as it was before the
 * other. Those that do not exist are missing.
 */
export async function holdMembers(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  if (keys.length === 0) return new Map();
  const named = { workspace_id: workspaceId, key: { $in: [...keys] } };
  await db.approver_groups.updateMany(named, { $inc: { relied_on: 1 } }, { session });
  const groups = await db.approver_groups
    .find(named, { session, projection: { key: 1, members: 1 } })
    .toArray();
  return new Map(groups.map(({ key, members }) => [key, members]));
}
