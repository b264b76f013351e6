import type { ClientSession } from 'mongodb';
import type { OAuthAuthorizationDocument } from '../documents/oauth.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';
import { findActiveGrant, noteConnected } from '../grants/grants.ts';
import type { Database } from '../mongo/database.ts';
import { type Payload, readPayload, sealPayload } from './payload.ts';

/** A connection that issues no access token for this long has ended. */
const idleMs = 60 * 24 * 60 * 60 * 1000;

const place = (id: string): Place => ['oauth_authorizations', id, 'payload'];

type Owner = Pick<OAuthAuthorizationDocument, 'workspace_id' | 'subject_ref' | 'grant_id' | 'client_id'>;

/**
 * Stores a consent for the authorization server, unless its grant has ended. Both are written in one transaction: the
 * end of a grant, or the erasure of its subject, finds each authorization that was stored under it.
 * @returns whether it is stored
 */
export async function storeAuthorization(
  db: Database,
  keyring: Keyring,
  id: string,
  owner: Owner,
  payload: Payload,
): Promise<boolean> {
  const sealed = sealPayload(keyring, place(id), payload);
  const now = new Date();
  const expires_at = new Date(now.getTime() + idleMs);
  return await db.transaction(async (session) => {
    if (!(await noteConnected(db, session, owner.grant_id, now))) return false;
    await db.oauth_authorizations.updateOne(
      { _id: id },
      { $set: { ...owner, payload: sealed, expires_at } },
      { upsert: true, session },
    );
    return true;
  });
}

/**
 * Notes what the session token of an authorization said beside its subject.
 * @param said.actor who consented and acts, if that is not the subject
 * @param said.context what the backend vouches for
 */
export async function noteSignIn(
  db: Database,
  id: string,
  said: Pick<OAuthAuthorizationDocument, 'actor' | 'context'>,
): Promise<void> {
  if (Object.keys(said).length > 0) await db.oauth_authorizations.updateOne({ _id: id }, { $set: said });
}

/** An authorization under which tokens may be issued and used: its grant is active. Null if there is none. */
export async function findAuthorization(
  db: Database,
  id: string,
): Promise<OAuthAuthorizationDocument | null> {
  const found = await db.oauth_authorizations.findOne({ _id: id, expires_at: { $gt: new Date() } });
  return found === null || (await findActiveGrant(db, found.grant_id)) === null ? null : found;
}

/** The payload that the authorization server stored. */
export function authorizationPayload(keyring: Keyring, document: OAuthAuthorizationDocument): Payload {
  const { _id, payload, expires_at } = document;
  return { ...readPayload(keyring, place(_id), payload), exp: Math.floor(expires_at.getTime() / 1000) };
}

/**
 * Keeps an authorization, within the transaction that stores a token of it, for as long as one that was made now. The
 * transaction fails if somebody ends the authorization first.
 * @returns false if it has ended
 */
export async function keepAuthorization(db: Database, session: ClientSession, id: string): Promise<boolean> {
  const { matchedCount } = await db.oauth_authorizations.updateOne(
    { _id: id },
    { $set: { expires_at: new Date(Date.now() + idleMs) } },
    { session },
  );
  return matchedCount === 1;
}

/** Ends a connection: the authorization first, because no token works without it. */
export async function endAuthorization(db: Database, id: string): Promise<void> {
  await db.oauth_authorizations.deleteOne({ _id: id });
  await db.oauth_tokens.deleteMany({ authorization_id: id });
}
