import type { ClientSession } from 'mongodb';
import { ServiceError } from '#contract/errors.ts';
import type { GroupMembership } from '#engine/documents/applied-gate.ts';
import type { Database } from '../mongo/database.ts';

/** The groups that an actor is in. */
export async function membershipsOf(
  db: Database,
  workspaceId: string,
  actor: string,
): Promise<GroupMembership[]> {
  const groups = await db.approver_groups
    .find({ workspace_id: workspaceId, members: actor }, { projection: { key: 1 } })
    .toArray();
  return groups.map(({ key }) => ({ group: key, actor }));
}

/**
 * Makes sure, in the transaction of a write, that an actor is in a group when the write takes effect. It writes the group, so
 * that a change of its members comes either before, and is seen here, or after.
 * @throws {ServiceError} `forbidden_approver`
 */
export async function assertMember(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  { group, actor }: GroupMembership,
): Promise<void> {
  const { matchedCount } = await db.approver_groups.updateOne(
    { workspace_id: workspaceId, key: group, members: actor },
    { $inc: { relied_on: 1 } },
    { session },
  );
  if (matchedCount === 1) return;
  throw new ServiceError('forbidden_approver', `Only members of the group ${group} may approve now.`);
}
