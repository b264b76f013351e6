import type { ClientSession } from 'mongodb';
import { ServiceError } from '#contract/errors.ts';
import { canBeFulfilled } from '#engine/rules/policies/stages.ts';
import type { Database } from '../mongo/database.ts';
import { holdMembers } from './members.ts';

/** The most policies that an error or a warning names. */
const namedPolicies = 20;

/**
 * The policies that name a group and could not be fulfilled with its new members: their calls would wait for somebody
 * to join. Only the newest versions count, because older ones apply to no new call.
 * @param members the new members. Undefined if the group is to be deleted
 * @throws {ServiceError} `approver_group_in_use` if it is to be deleted and a policy names it
 */
export async function checkUse(
  db: Database,
  session: ClientSession,
  { workspaceId, key, members }: { workspaceId: string; key: string; members: string[] | undefined },
): Promise<string[]> {
  const using = await db.approval_policies
    .find(
      { workspace_id: workspaceId, groups: key, newest: true },
      { session, projection: { ref: 1, groups: 1, stages: 1 } },
    )
    .toArray();
  if (using.length === 0) return [];
  if (members === undefined) {
    throw new ServiceError('approver_group_in_use', 'An approval policy names the group.', {
      details: { policies: namesOf(using) },
    });
  }
  const others = new Set(using.flatMap(({ groups }) => groups).filter((group) => group !== key));
  const all = await holdMembers(db, session, workspaceId, [...others]);
  all.set(key, members);
  return namesOf(using.filter(({ stages }) => !canBeFulfilled(stages, all)));
}

function namesOf(policies: readonly { ref: string }[]): string[] {
  return policies.slice(0, namedPolicies).map(({ ref }) => ref);
}
