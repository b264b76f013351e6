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
