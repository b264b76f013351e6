import type { Filter, UpdateFilter } from 'mongodb';
import type { Microcredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import type { WorkspaceDocument } from '../documents/workspace.ts';
import { insertAccount } from '../money/accounts.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { audited, operatorOf, recordAudit } from '../audit/record.ts';
import { apiKeyDocument, newApiKey } from './api-keys.ts';

export interface NewWorkspace {
  name: string;
  /** Opening balance. */
  credits: Microcredits;
  rate_limit_per_minute?: number;
  /** Its first API key. Default: a new one. */
  api_key?: string;
}

/** Creates a workspace with its account and its first API key. The key is returned only this once. */
export async function createWorkspace(
  db: Database,
  { name, credits, rate_limit_per_minute, api_key = newApiKey() }: NewWorkspace,
): Promise<{ workspace: WorkspaceDocument; api_key: string }> {
  const id = newId();
  const workspace: WorkspaceDocument = {
    _id: id,
    name,
    ...defined({ rate_limit_per_minute }),
    created_at: madeAt(id),
  };
  await db.transaction(async (session) => {
    await db.workspaces.insertOne(workspace, { session });
    await insertAccount(db, session, id, credits);
    const key = apiKeyDocument(id, api_key);
    await db.api_keys.insertOne(key, { session });
    const target = { kind: 'workspace', id };
    const details = { api_key_id: key._id };
    await recordAudit(db, session, operatorOf(id), { type: 'workspace.created', target, details });
  });
  return { workspace, api_key };
}

export async function findWorkspace(db: Database, id: string): Promise<WorkspaceDocument | null> {
  return await db.workspaces.findOne({ _id: id });
}

/** Every workspace, oldest first. */
export async function listWorkspaces(db: Database): Promise<WorkspaceDocument[]> {
  return await db.workspaces.find().sort({ _id: 1 }).toArray();
}

/** Switches the voice product of a workspace on or off. False if there is no such workspace. */
export async function setWorkspaceVoice(db: Database, id: string, enabled: boolean): Promise<boolean> {
  return await setByOperator(db, id, { voice_enabled: enabled });
}

/** Changes a setting that only the operator has. */
async function setByOperator(
  db: Database,
  id: string,
  setting: Pick<WorkspaceDocument, 'voice_enabled' | 'stream_limit' | 'rate_limit_per_minute'>,
): Promise<boolean> {
  return await audited(
    db,
    operatorOf(id),
    async (session) => {
      const { matchedCount } = await db.workspaces.updateOne({ _id: id }, { $set: setting }, { session });
      return matchedCount === 1;
    },
    (isSet) =>
      isSet
        ? {
            type: 'settings.changed',
            target: { kind: 'settings', id: 'workspace' },
            details: defined(setting),
          }
        : undefined,
  );
}

/** Sets how many event streams a workspace may have open. False if there is no such workspace. */
export async function setWorkspaceStreams(db: Database, id: string, most: number): Promise<boolean> {
  return await setByOperator(db, id, { stream_limit: most });
}

/** Sets how many requests per minute a workspace may make. False if there is no such workspace. */
export async function setWorkspaceRate(
  db: Database,
  id: string,
  requestsPerMinute: number,
): Promise<boolean> {
  return await setByOperator(db, id, { rate_limit_per_minute: requestsPerMinute });
}

/**
 * Suspends a workspace: all of its credentials are refused within seconds, by every process. Repeated, it changes nothing.
 * @returns since when it is suspended; null if there is no such workspace
 */
export async function suspendWorkspace(db: Database, id: string): Promise<Date | null> {
  const suspended_at = new Date();
  await changeSuspension(
    db,
    { _id: id, suspended_at: { $exists: false } },
    { $set: { suspended_at } },
    'workspace.suspended',
  );
  return (await findWorkspace(db, id))?.suspended_at ?? null;
}

/**
 * Resumes a workspace. One that is not suspended, or that is being deleted, is not changed.
 * @returns the workspace as it is then; null if there is none
 */
export async function resumeWorkspace(db: Database, id: string): Promise<WorkspaceDocument | null> {
  await changeSuspension(
    db,
    { _id: id, suspended_at: { $exists: true }, deletion: { $exists: false } },
    { $unset: { suspended_at: '' } },
    'workspace.resumed',
  );
  return await findWorkspace(db, id);
}

async function changeSuspension(
  db: Database,
  filter: Filter<WorkspaceDocument> & { _id: string },
  update: UpdateFilter<WorkspaceDocument>,
  type: 'workspace.suspended' | 'workspace.resumed',
): Promise<void> {
  await audited(
    db,
    operatorOf(filter._id),
    async (session) => (await db.workspaces.updateOne(filter, update, { session })).matchedCount === 1,
    (isChanged) => (isChanged ? { type, target: { kind: 'workspace', id: filter._id } } : undefined),
  );
}
