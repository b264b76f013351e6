import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import type { ApprovalPolicy, ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import { defined } from '#contract/defined.ts';
import { type InvalidField, invalidFields } from '#contract/errors.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { allStages, canBeFulfilled, groupsOf, stagesIn } from '#engine/rules/policies/stages.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import { holdMembers } from '../approver-groups/members.ts';
import type { ApprovalPolicyDocument } from '../documents/approval-policy.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';

/**
 * Publishes a definition as the next version of its key. If it is identical to the newest version, that version is returned,
 * and `published` is false. The groups that it names are there and large enough when it is stored.
 * @param id of the version. Default: a new one
 * @throws {ServiceError} `invalid_request` if nobody could fulfil its stages
 * @throws {ContentionError} if others keep taking the next number
 * @throws {SecondActorNeeded}
 */
export async function publishApprovalPolicy(
  db: Database,
  acting: Acting,
  definition: ApprovalPolicyDefinition,
  id: string = newId(),
): Promise<{ policy: ApprovalPolicyDocument; published: boolean }> {
  const publish = async (session: ClientSession) =>
    await publishApprovalPolicyIn(db, session, acting, definition, id);
  return await retryOnConflict(`the approval policy ${definition.key}`, async () =>
    changeAlone(db, acting, 'policies', publish, ({ published }) => published),
  );
}

/**
 * The same in a transaction.
 * @throws {ServiceError} `invalid_request`
 * @throws {StaleWriteError} if another publication was first
 */
export async function publishApprovalPolicyIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  definition: ApprovalPolicyDefinition,
  id: string,
): Promise<{ policy: ApprovalPolicyDocument; published: boolean }> {
  const { key } = definition;
  const { workspace_id: workspaceId } = acting;
  const text = toJsonText(definition);
  // Parsed definitions have their fields in the schema's order, so equal definitions have equal text.
  const definition_hash = createHash('sha256').update(text).digest('hex');
  const groups = groupsOf(definition);
  const own = { workspace_id: workspaceId, key };
  const latest = await db.approval_policies.findOne(own, { sort: { version: -1 }, session });
  if (latest?.definition_hash === definition_hash) return { policy: latest, published: false };
  const members = await holdMembers(db, session, workspaceId, groups);
  const faults = faultsOf(definition, members);
  if (faults.length > 0) throw invalidFields(faults);
  const version = (latest?.version ?? 0) + 1;
  const policy: ApprovalPolicyDocument = {
    _id: id,
    ...own,
    version,
    ref: `${key}@${version}`,
    definition: text,
    definition_hash,
    groups,
    stages: allStages(definition),
    newest: true,
  };
  if (latest !== null) {
    await db.approval_policies.updateOne({ _id: latest._id }, { $unset: { newest: '' } }, { session });
  }
  await insertNew(db.approval_policies, policy, { session });
  await recordAudit(db, session, acting, {
    type: 'approval_policy.published',
    target: { kind: 'approval_policy', id },
    details: { key, version, ref: policy.ref, definition_sha256: definition_hash },
  });
  return { policy, published: true };
}

/** Why nobody could fulfil the stages of a policy, at each list of them. */
function faultsOf(
  definition: ApprovalPolicyDefinition,
  members: ReadonlyMap<string, readonly string[]>,
): InvalidField[] {
  const faults = stagesIn(definition).flatMap(({ path, stages }): InvalidField[] => {
    const unknown = stages.flatMap(({ group, escalate_to }, index) =>
      Object.entries(defined({ group, escalate_to })).flatMap(([field, key]) =>
        members.has(key)
          ? []
          : [
              {
                path: `${path}.${index}.${field}`,
                message: `there is no approver group ${key}`,
                code: 'unknown_group',
              },
            ],
      ),
    );
    if (unknown.length > 0) return unknown;
    if (canBeFulfilled(stages, members)) return [];
    const message =
      'the groups have fewer members than have to approve, each of whom counts once over all stages';
    return [{ path, message, code: 'group_too_small' }];
  });
  if (faults.length > 0 || canBeFulfilled(allStages(definition), members)) return faults;
  const message =
    'the groups have fewer members than all rules and limits together ask for, which hold what cannot be judged';
  return [{ path: 'rules', message, code: 'group_too_small' }];
}

/** The version with an id, which clients do not know; null if there is none. */
export async function findApprovalPolicyOfId(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<ApprovalPolicyDocument | null> {
  return await db.approval_policies.findOne({ _id: id, workspace_id: workspaceId });
}

/** One version; null if there is none. */
export async function findApprovalPolicy(
  db: Database,
  workspaceId: string,
  ref: string,
): Promise<ApprovalPolicyDocument | null> {
  return await db.approval_policies.findOne({ workspace_id: workspaceId, ref });
}

/** The newest version of a key, which applies to calls; null if there is none. */
export async function newestApprovalPolicy(
  db: Database,
  workspaceId: string,
  key: string,
): Promise<ApprovalPolicyDocument | null> {
  return await db.approval_policies.findOne({ workspace_id: workspaceId, key }, { sort: { version: -1 } });
}

/** The newest version of a policy, and its `ref`; null if there is no policy with this key. */
export async function newestPolicy(
  db: Database,
  workspaceId: string,
  key: string,
): Promise<{ ref: string; policy: ApprovalPolicyDefinition } | null> {
  const published = await newestApprovalPolicy(db, workspaceId, key);
  return published && { ref: published.ref, policy: fromJsonText(published.definition) };
}

/** The definition of one version; null if there is none. */
export async function policyOfRef(
  db: Database,
  workspaceId: string,
  ref: string,
): Promise<ApprovalPolicyDefinition | null> {
  const policy = await findApprovalPolicy(db, workspaceId, ref);
  return policy && fromJsonText(policy.definition);
}

/** Published versions, newest first. The position is the last version's id. */
export async function listApprovalPolicies(
  db: Database,
  filter: { workspace_id: string; key?: string },
  limit: number,
  after?: string,
): Promise<Page<ApprovalPolicyDocument, string>> {
  return await newestPage(db.approval_policies, filter, limit, after);
}

export function toApprovalPolicy({ _id, ref, version, definition }: ApprovalPolicyDocument): ApprovalPolicy {
  return { ref, version, ...fromJsonText(definition), created_at: toTimestamp(madeAt(_id)) };
}
