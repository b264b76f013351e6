import { createHash, randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import type { Database } from './database.ts';
import { madeAt, newId } from './ids.ts';

/** A key of a workspace. Only its SHA-256 is kept (contract section 2). */
export interface ApiKeyDocument {
  _id: string;
  workspace_id: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  created_at: Date;
}

function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A new key: `sk_` and 43 base64url characters, 256 random bits. */
export function newApiKey(): string {
  return `sk_${randomBytes(32).toString('base64url')}`;
}

/** Gives a workspace a key. */
export async function insertApiKey(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  key: string,
): Promise<void> {
  const id = newId();
  await db.api_keys.insertOne(
    { _id: id, workspace_id: workspaceId, hash: hashApiKey(key), created_at: madeAt(id) },
    { session },
  );
}

/**
 * The key's document, or null when no workspace has that key. Looked up by hash, so no secret is compared
 * byte by byte.
 */
export async function findApiKey(db: Database, key: string): Promise<ApiKeyDocument | null> {
  return await db.api_keys.findOne({ hash: hashApiKey(key) });
}
