import { hash, randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { type ApiKey, apiKeyScopes, type NewApiKey } from '#contract/api-key.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Page } from '#contract/pagination.ts';
import { toMoment, toTimestamp } from '#contract/timestamp.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { ApiKeyDocument } from '../documents/api-key.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import type { Database } from '../mongo/database.ts';
import { lifeOf } from './key-use.ts';
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
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function insertApiKey(db: Database, acting: Acting, key: ApiKeyDocument): Promise<void> {
  const insert = async (session: ClientSession) => await insertApiKeyIn(db, session, acting, key);
  await changeAlone(db, acting, 'credentials', insert);
}

/** Adds a key in a transaction. */
export async function insertApiKeyIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  key: ApiKeyDocument,
): Promise<void> {
  await db.api_keys.insertOne(key, { session });
  const target = { kind: 'api_key', id: key._id };
  await recordAudit(db, session, acting, { type: 'api_key.created', target });
}

export function apiKeyDocument(
  workspaceId: string,
  key: string,
  { name, scopes, expires_at, id = newId() }: NewApiKey & { id?: string } = {},
): ApiKeyDocument {
  const isEvery = scopes === undefined || apiKeyScopes.every((scope) => scopes.includes(scope));
  return {
    _id: id,
    workspace_id: workspaceId,
    ...defined({ name }),
    hash: hashApiKey(key),
    ...(isEvery ? {} : { scopes: apiKeyScopes.filter((scope) => scopes.includes(scope)) }),
    ...(expires_at === undefined ? {} : { expires_at: toMoment(Date.parse(expires_at)) }),
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
  const remove = async (session: ClientSession) => await deleteApiKeyIn(db, session, acting, id);
  return await changeAlone(db, acting, 'credentials', remove, (isDeleted) => isDeleted);
}

/**
 * Revokes a key in a transaction.
 * @throws {ServiceError} `last_api_key`
 */
export async function deleteApiKeyIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
): Promise<boolean> {
  const { workspace_id: workspaceId } = acting;
  await db.workspaces.updateOne({ _id: workspaceId }, { $inc: { api_key_deletions: 1 } }, { session });
  const own = await db.api_keys.findOne({ _id: id, workspace_id: workspaceId }, { session });
  if (own === null) return false;
  const other = await db.api_keys.findOne(
    { ...unlimited, _id: { $ne: id }, workspace_id: workspaceId },
    { session },
  );
  if (isUnlimited(own) && other === null) {
    throw new ServiceError(
      'last_api_key',
      'The last API key of a workspace with every scope and no expiry cannot be deleted.',
    );
  }
  await db.api_keys.deleteOne({ _id: id }, { session });
  // Without the key they are worth nothing, whether they are still there or not.
  await db.console_sessions.deleteMany({ workspace_id: workspaceId, api_key_id: id }, { session });
  const target = { kind: 'api_key', id };
  await recordAudit(db, session, acting, { type: 'api_key.deleted', target });
  return true;
}

/** Whether a key is refused, because its time is over. */
export function isExpired({ expires_at }: Pick<ApiKeyDocument, 'expires_at'>): boolean {
  return expires_at !== undefined && expires_at.getTime() <= Date.now();
}

/** Keys with every scope and no expiry. */
const unlimited = { scopes: { $exists: false }, expires_at: { $exists: false } };

function isUnlimited({ scopes, expires_at }: ApiKeyDocument): boolean {
  return scopes === undefined && expires_at === undefined;
}

export function toApiKey(document: ApiKeyDocument): ApiKey {
  const { _id, name, scopes = [...apiKeyScopes], expires_at, created_at } = document;
  return {
    id: _id,
    ...defined({ name }),
    scopes,
    ...(expires_at === undefined ? {} : { expires_at: toTimestamp(expires_at) }),
    created_at: toTimestamp(created_at),
    ...lifeOf(document),
  };
}
