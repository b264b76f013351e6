import type { ClientSession } from 'mongodb';
import { ServiceError } from '#contract/errors.ts';
import { canBeFulfilled } from '#engine/rules/policies/stages.ts';
import type { Database } from '../mongo/database.ts';
import { holdMembers } from './members.ts';

/** The most policies that an error names. */
const namedPolicies = 20;

/**
 * Checks that the policies which name a group can still be fulfilled once it has other members. Only the newest versions
 * count: older ones apply to no new call.
 * @param members by then. Undefined if the group is to be deleted
 * @throws {ServiceError} `approver_group_in_use`
 */
export async function checkUse(
  db: Database,
  session: ClientSession,
  { workspaceId, key, members }: { workspaceId: string; key: string; members: string[] | undefined },
): Promise<void> {
  const using = await db.approval_policies
    .find(
      { workspace_id: workspaceId, groups: key, newest: true },
      { session, projection: { ref: 1, groups: 1, stages: 1 } },
    )
    .toArray();
  if (using.length === 0) return;
  const others = new Set(using.flatMap(({ groups }) => groups).filter((group) => group !== key));
  const all = await holdMembers(db, session, workspaceId, [...others]);
  if (members !== undefined) all.set(key, members);
  const broken = using.filter(
    ({ stages }) => members === undefined || !stages.every((list) => canBeFulfilled(list, all)),
  );
  if (broken.length === 0) return;
  throw new ServiceError(
    'approver_group_in_use',
    members === undefined
      ? 'An approval policy names the group.'
      : 'With these members, nobody could fulfil the stages of an approval policy.',
    { details: { policies: broken.slice(0, namedPolicies).map(({ ref }) => ref) } },
  );
}
