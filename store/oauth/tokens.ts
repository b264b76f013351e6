import { hash } from 'node:crypto';
import type { OAuthAuthorizationDocument, OAuthTokenDocument, OAuthTokenKind } from '../documents/oauth.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';
import type { Database } from '../mongo/database.ts';
import { isFuture, laterBy } from '../mongo/server-time.ts';
import { keepAuthorization } from './authorizations.ts';
import { type Payload, readPayload, sealPayload } from './payload.ts';

const place = (id: string): Place => ['oauth_tokens', id, 'payload'];

/** The id under which a token is stored, from which its value cannot be found. */
export function tokenId(kind: OAuthTokenKind, value: string): string {
  return hash('sha256', `${kind} ${value}`);
}

/**
 * Stores a token of an authorization, unless that has ended. Both are written in one transaction: the end of an
 * authorization, or the erasure of its subject, finds each token that was stored under it. A token that is stored
 * already, such as the successor of a refresh token that is used twice, stays as it is: consumed, if it was.
 * @returns whether it is stored
 */
export async function storeToken(
  db: Database,
  keyring: Keyring,
  token: { kind: OAuthTokenKind; value: string; expiresInSeconds: number },
  { _id: authorization_id, workspace_id, subject_ref, grant_id }: OAuthAuthorizationDocument,
  payload: Payload,
): Promise<boolean> {
  const _id = tokenId(token.kind, token.value);
  const document = {
    kind: token.kind,
    authorization_id,
    workspace_id,
    subject_ref,
    grant_id,
    payload: sealPayload(keyring, place(_id), payload),
    expires_at: new Date(Date.now() + token.expiresInSeconds * 1000),
  };
  return await db.transaction(async (session) => {
    if (!(await keepAuthorization(db, session, authorization_id))) return false;
    await db.oauth_tokens.updateOne({ _id }, { $setOnInsert: document }, { upsert: true, session });
    return true;
  });
}

/** The token of a kind with a value, unless it has expired. */
export async function findToken(
  db: Database,
  kind: OAuthTokenKind,
  value: string,
): Promise<OAuthTokenDocument | null> {
  return await db.oauth_tokens.findOne({ _id: tokenId(kind, value), expires_at: { $gt: new Date() } });
}

/** The payload that the authorization server stored. */
export function tokenPayload(keyring: Keyring, { _id, payload }: OAuthTokenDocument): Payload {
  return readPayload(keyring, place(_id), payload);
}

/**
 * Uses a token that works only once. Of several that use it at the same time, on any processes, one succeeds.
 * @returns whether it was this one
 */
export async function consumeOnce(db: Database, kind: OAuthTokenKind, value: string): Promise<boolean> {
  const { matchedCount } = await db.oauth_tokens.updateOne(
    { _id: tokenId(kind, value), consumed_at: { $exists: false } },
    [{ $set: { consumed_at: '$$NOW' } }],
  );
  return matchedCount === 1;
}

/**
 * Uses a token that works for a while after its first use. Both times are taken from the clock of MongoDB, so the clocks
 * of processes do not matter.
 * @returns whether it still works
 */
export async function consumeWithin(
  db: Database,
  kind: OAuthTokenKind,
  value: string,
  graceMs: number,
): Promise<boolean> {
  const used = await db.oauth_tokens.findOneAndUpdate(
    {
      _id: tokenId(kind, value),
      $or: [{ consumed_at: { $exists: false } }, { $expr: isFuture(laterBy('$consumed_at', graceMs)) }],
    },
    [{ $set: { consumed_at: { $ifNull: ['$consumed_at', '$$NOW'] } } }],
  );
  return used !== null;
}

/** Deletes one token. */
export async function deleteToken(db: Database, kind: OAuthTokenKind, value: string): Promise<void> {
  await db.oauth_tokens.deleteOne({ _id: tokenId(kind, value) });
}

/** Deletes the tokens of one kind of an authorization. */
export async function deleteTokensOf(
  db: Database,
  kind: OAuthTokenKind,
  authorizationId: string,
): Promise<void> {
  await db.oauth_tokens.deleteMany({ authorization_id: authorizationId, kind });
}
