import { hash, randomBytes } from 'node:crypto';
import type { CredentialRef } from '#contract/credential.ts';
import { defined } from '#contract/defined.ts';
import type { ApiKeyDocument } from '../documents/api-key.ts';
import { isExpired } from '../credentials/api-keys.ts';
import { audited } from '../audit/record.ts';
import type { ConsoleSessionDocument } from '../documents/console-session.ts';
import type { Database } from '../mongo/database.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** How long a session lasts if it is not used. */
export const idleMs = 8 * hourMs;
/** How long a session lasts however much it is used. */
export const longestMs = 7 * 24 * hourMs;
/**
 * The longest life of a session that an identity provider opened: a person who leaves the company is signed out within
 * the working day.
 */
export const longestAtProviderMs = 12 * hourMs;
/** Using a session moves its end only so often, because each move is a write. */
export const extendEveryMs = 5 * minuteMs;

/** A secret of 256 random bits, for a session's cookie or a link. Only {@link hashSecret} of it is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be a secret at all. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** SHA-256 in hex. Secrets are looked up by it, so that none is compared byte by byte. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** The person who signs in, and the credential. */
export type NewSession = Pick<
  ConsoleSessionDocument,
  'workspace_id' | 'api_key_id' | 'link_id' | 'sign_in_id' | 'roles' | 'name'
>;

/** The credential that opened a session, and so vouches for the name of the person. */
export function credentialOf({
  api_key_id,
  sign_in_id,
  link_id,
}: Pick<NewSession, 'api_key_id' | 'sign_in_id' | 'link_id'>): CredentialRef {
  if (api_key_id !== undefined) return { kind: 'api_key', id: api_key_id };
  if (sign_in_id !== undefined) return { kind: 'console_sign_in', id: sign_in_id };
  // Links of earlier versions had no id. Their sessions end within a week.
  return { kind: 'console_link', id: link_id ?? 'unknown' };
}

/** Opens a session. */
export async function insertSession(
  db: Database,
  session: NewSession,
  secret: string,
  now: Date,
): Promise<ConsoleSessionDocument> {
  const document: ConsoleSessionDocument = {
    _id: hashSecret(secret),
    ...session,
    created_at: now,
    expires_at: new Date(now.getTime() + idleMs),
    ends_at: new Date(now.getTime() + lifeOf(session)),
  };
  const { workspace_id, name } = session;
  await audited(
    db,
    { workspace_id, actor: name, credential: credentialOf(session) },
    async (transaction) => await db.console_sessions.insertOne(document, { session: transaction }),
    () => ({ type: 'console.signed_in', target: { kind: 'workspace', id: workspace_id } }),
  );
  return document;
}

/** How long a session lasts however much it is used. */
export function lifeOf({ sign_in_id }: Pick<NewSession, 'sign_in_id'>): number {
  return sign_in_id === undefined ? longestMs : longestAtProviderMs;
}

/**
 * The session with a hash, with the roles that it has now; null if there is none, it has ended, its API key is deleted, or
 * the settings of the provider that opened it have changed. Read from the store each time, so that a session ends
 * everywhere at once (console.session-ends).
 */
export async function findSession(
  db: Database,
  id: string,
  now: Date,
): Promise<ConsoleSessionDocument | null> {
  const session = await db.console_sessions.findOne({ _id: id, expires_at: { $gt: now } });
  if (session === null) return null;
  const [key, settings] = await Promise.all([
    keyOf(db, session),
    db.console_sign_ins.findOne(
      { _id: session.workspace_id },
      { projection: { sign_in_id: 1, keys_may_sign_in: 1 } },
    ),
  ]);
  if (key === null || isExpired(key)) return null;
  const { scopes, expires_at: key_expires_at } = key;
  if (session.sign_in_id !== undefined) return settings?.sign_in_id === session.sign_in_id ? session : null;
  const looksOnly = settings !== null && !settings.keys_may_sign_in;
  const limited = { ...session, ...defined({ scopes, key_expires_at }) };
  return looksOnly ? { ...limited, roles: ['viewer'] } : limited;
}

/** The API key that opened a session, as far as it limits it; null if it is deleted. */
async function keyOf(
  db: Database,
  { api_key_id, workspace_id }: ConsoleSessionDocument,
): Promise<Pick<ApiKeyDocument, 'scopes' | 'expires_at'> | null> {
  if (api_key_id === undefined) return {};
  const key = { _id: api_key_id, workspace_id };
  return await db.api_keys.findOne(key, { projection: { scopes: 1, expires_at: 1 } });
}

/** When a session that is used now ends; undefined if that is hardly later than before. */
export function extendedExpiry({ expires_at, ends_at }: ConsoleSessionDocument, now: Date): Date | undefined {
  const wanted = new Date(Math.min(now.getTime() + idleMs, ends_at.getTime()));
  return wanted.getTime() - expires_at.getTime() < extendEveryMs ? undefined : wanted;
}

/** Moves the end of a session. One that was ended meanwhile stays ended. */
export async function extendSession(db: Database, id: string, expires_at: Date): Promise<void> {
  await db.console_sessions.updateOne({ _id: id }, { $max: { expires_at } });
}

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.console_sessions.deleteOne({ _id: id });
}

/** Ends all sessions of a workspace, and makes its unused links useless. Returns how many of each there were. */
export async function signOutWorkspace(
  db: Database,
  workspaceId: string,
): Promise<{ sessions: number; links: number }> {
  // Links first, so that none opens a session after the sessions are ended.
  const links = await db.console_links.deleteMany({ workspace_id: workspaceId });
  const sessions = await db.console_sessions.deleteMany({ workspace_id: workspaceId });
  return { sessions: sessions.deletedCount, links: links.deletedCount };
}
