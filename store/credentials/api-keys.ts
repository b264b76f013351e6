import { hash, randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import type { ApiKey, NewApiKey } from '#contract/api-key.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, audited } from '../audit/record.ts';
import type { ApiKeyDocument } from '../documents/api-key.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import type { Database } from '../mongo/database.ts';
import { lifeOf, makerOf } from './key-use.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { newestPage } from '../mongo/page.ts';

/** SHA-256 of a key, in hex. Keys are stored and looked up by it, so that no secret is compared byte by byte. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** Whether a text can be an API key at all. */
export function isApiKey(text: string): boolean {
  return /^sk_[\w-]{43}$/.test(text);
}

/** A new key: `sk_` and 43 base64url characters, with 256 random bits. */
export function newApiKey(): string {
  return `sk_${randomBytes(32).toString('base64url')}`;
}

/**
 * Adds a key to a workspace.
 * @param key the key itself, which is not stored
 * @param id Default: a new one
 */
export async function insertApiKey(
  db: Database,
  acting: Acting,
  key: string,
  given: NewApiKey & { id?: string } = {},
): Promise<ApiKeyDocument> {
  const document = { ...apiKeyDocument(acting.workspace_id, key, given), ...makerOf(acting) };
  const target = { kind: 'api_key', id: document._id };
  await audited(
    db,
    acting,
    async (session) => await db.api_keys.insertOne(document, { session }),
    () => ({ type: 'api_key.created', target }),
  );
  return document;
}

export function apiKeyDocument(
  workspaceId: string,
  key: string,
  { name, id = newId() }: NewApiKey & { id?: string } = {},
): ApiKeyDocument {
  return {
    _id: id,
    workspace_id: workspaceId,
    ...defined({ name }),
    hash: hashApiKey(key),
    created_at: madeAt(id),
  };
}

/**
 * Replaces a key that was shown to nobody.
 * @throws {StaleWriteError} if somebody has replaced it since it was read
 */
export async function replaceApiKey(db: Database, { _id, hash }: ApiKeyDocument, key: string): Promise<void> {
  const { matchedCount } = await db.api_keys.updateOne({ _id, hash }, { $set: { hash: hashApiKey(key) } });
  if (matchedCount === 0) throw new StaleWriteError('the key was replaced first');
}

/**
 * The key with a hash, or null if no workspace has it.
 * @param keyHash of {@link hashApiKey}
 */
export async function findApiKeyByHash(db: Database, keyHash: string): Promise<ApiKeyDocument | null> {
  return await db.api_keys.findOne({ hash: keyHash });
}

export async function findApiKey(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<ApiKeyDocument | null> {
  return await db.api_keys.findOne({ _id: id, workspace_id: workspaceId });
}

/** API keys, newest first. The position is the last one's id. */
export async function listApiKeys(
  db: Database,
  workspaceId: string,
  limit: number,
  after?: string,
): Promise<Page<ApiKeyDocument, string>> {
  return await newestPage(db.api_keys, { workspace_id: workspaceId }, limit, after);
}

/**
 * Revokes a key. False if there is no such key. Each deletion writes the workspace, so that of two concurrent deletions
 * the later one sees the earlier: a workspace always keeps a key.
 * @throws {ServiceError} `last_api_key`
 */
export async function deleteApiKey(db: Database, acting: Acting, id: string): Promise<boolean> {
  const { workspace_id: workspaceId } = acting;
  const remove = async (session: ClientSession) => {
    await db.workspaces.updateOne({ _id: workspaceId }, { $inc: { api_key_deletions: 1 } }, { session });
    const own = await db.api_keys.findOne({ _id: id, workspace_id: workspaceId }, { session });
    if (own === null) return false;
    const other = await db.api_keys.findOne({ _id: { $ne: id }, workspace_id: workspaceId }, { session });
    if (other === null) {
      throw new ServiceError('last_api_key', 'The last API key of a workspace cannot be deleted.');
    }
    await db.api_keys.deleteOne({ _id: id }, { session });
    // Without the key they are worth nothing, whether they are still there or not.
    await db.console_sessions.deleteMany({ workspace_id: workspaceId, api_key_id: id }, { session });
    return true;
  };
  return await audited(db, acting, remove, (isDeleted) =>
    isDeleted ? { type: 'api_key.deleted', target: { kind: 'api_key', id } } : undefined,
  );
}

export function toApiKey(document: ApiKeyDocument): ApiKey {
  const { _id, name, created_at } = document;
  return { id: _id, ...defined({ name }), created_at: toTimestamp(created_at), ...lifeOf(document) };
}
