import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import type { ApproverGroup, NewApproverGroup } from '#contract/approver-group.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import type { ApproverGroupDocument } from '../documents/approver-group.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import { checkUse } from './check-use.ts';

/**
 * Makes or replaces a group. One that is the same already is left as it is.
 * @returns also the policies that its members can no longer fulfil
 * @throws {ContentionError} if others keep changing it
 * @throws {SecondActorNeeded}
 */
export async function putApproverGroup(
  db: Database,
  acting: Acting,
  key: string,
  wanted: NewApproverGroup,
): Promise<{ group: ApproverGroupDocument; made: boolean; unfulfilled: string[] }> {
  const put = async (session: ClientSession) => await putApproverGroupIn(db, session, acting, key, wanted);
  return await retryOnConflict(`the approver group ${key}`, async () =>
    changeAlone(db, acting, 'groups', put, ({ changed }) => changed),
  );
}

/**
 * The same in a transaction.
 * @throws {StaleWriteError} if somebody else made the group first
 */
export async function putApproverGroupIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  key: string,
  { name, members }: NewApproverGroup,
): Promise<{ group: ApproverGroupDocument; made: boolean; changed: boolean; unfulfilled: string[] }> {
  const { workspace_id: workspaceId } = acting;
  const record = async (version: number) =>
    await recordAudit(db, session, acting, {
      type: 'approver_group.changed',
      target: { kind: 'approver_group', id: key },
      details: { version, members: members.length },
      contents: { members: toJsonText(members) },
    });
  const before = await db.approver_groups.findOne({ workspace_id: workspaceId, key }, { session });
  const now = new Date();
  if (before === null) {
    const group = { _id: newId(), workspace_id: workspaceId, key, name, members, version: 1 };
    const made = { ...group, created_at: now, updated_at: now };
    await insertNew(db.approver_groups, made, { session });
    await record(1);
    return { group: made, made: true, changed: true, unfulfilled: [] };
  }
  if (before.name === name && isDeepStrictEqual(before.members, members)) {
    return { group: before, made: false, changed: false, unfulfilled: [] };
  }
  const unfulfilled = await checkUse(db, session, { workspaceId, key, members });
  const group = { ...before, name, members, version: before.version + 1, updated_at: now };
  await db.approver_groups.replaceOne({ _id: before._id }, group, { session });
  await record(group.version);
  return { group, made: false, changed: true, unfulfilled };
}

export async function findApproverGroup(
  db: Database,
  workspaceId: string,
  key: string,
): Promise<ApproverGroupDocument | null> {
  return await db.approver_groups.findOne({ workspace_id: workspaceId, key });
}

/** Newest first. The position is the last group's id. */
export async function listApproverGroups(
  db: Database,
  filter: { workspace_id: string },
  limit: number,
  after?: string,
): Promise<Page<ApproverGroupDocument, string>> {
  return await newestPage(db.approver_groups, filter, limit, after);
}

/**
 * Whether there was such a group.
 * @throws {ServiceError} `approver_group_in_use` if the newest version of a policy names it
 * @throws {SecondActorNeeded}
 */
export async function deleteApproverGroup(db: Database, acting: Acting, key: string): Promise<boolean> {
  const remove = async (session: ClientSession) => await deleteApproverGroupIn(db, session, acting, key);
  return await changeAlone(db, acting, 'groups', remove, (deleted) => deleted);
}

/**
 * The same in a transaction.
 * @throws {ServiceError} `approver_group_in_use`
 */
export async function deleteApproverGroupIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  key: string,
): Promise<boolean> {
  const { workspace_id: workspaceId } = acting;
  const named = { workspace_id: workspaceId, key };
  const { deletedCount } = await db.approver_groups.deleteOne(named, { session });
  await checkUse(db, session, { workspaceId, key, members: undefined });
  if (deletedCount === 0) return false;
  const target = { kind: 'approver_group', id: key };
  await recordAudit(db, session, acting, { type: 'approver_group.deleted', target });
  return true;
}

export function toApproverGroup(document: ApproverGroupDocument): ApproverGroup {
  const { key, name, members, version, created_at, updated_at } = document;
  return {
    key,
    name,
    members,
    version,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}
