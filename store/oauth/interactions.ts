import { hash } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import type { OAuthInteractionDocument } from '../documents/oauth.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';
import type { Database } from '../mongo/database.ts';
import { type Payload, readPayload, sealPayload } from './payload.ts';

const place = (id: string): Place => ['oauth_interactions', id, 'payload'];

function interactionId(uid: string): string {
  return hash('sha256', `Interaction ${uid}`);
}

/**
 * Stores an authorization in progress. Somebody who has signed in to it stays so. One that has a result is not stored
 * again if it is gone, because its subject may have been erased.
 */
export async function storeInteraction(
  db: Database,
  keyring: Keyring,
  { uid, expiresInSeconds }: { uid: string; expiresInSeconds: number },
  payload: Payload,
): Promise<void> {
  const _id = interactionId(uid);
  const sealed = sealPayload(keyring, place(_id), payload);
  const expires_at = new Date(Date.now() + expiresInSeconds * 1000);
  const upsert = payload['result'] === undefined;
  await db.oauth_interactions.updateOne({ _id }, { $set: { payload: sealed, expires_at } }, { upsert });
}

/** An authorization in progress; null if it is over. */
export async function findInteraction(db: Database, uid: string): Promise<OAuthInteractionDocument | null> {
  return await db.oauth_interactions.findOne({ _id: interactionId(uid), expires_at: { $gt: new Date() } });
}

/** The payload that the authorization server stored. */
export function interactionPayload(keyring: Keyring, { _id, payload }: OAuthInteractionDocument): Payload {
  return readPayload(keyring, place(_id), payload);
}

/**
 * Notes the request token with which the browser is sent to the login bridge. An earlier one of the same interaction no
 * longer works.
 * @returns false if somebody has signed in already, or the interaction is over
 */
export async function beginLogin(db: Database, uid: string, jti: string): Promise<boolean> {
  const { matchedCount } = await db.oauth_interactions.updateOne(
    { _id: interactionId(uid), signed_in_at: { $exists: false } },
    { $set: { login_jti: hash('sha256', jti) } },
  );
  return matchedCount === 1;
}

/**
 * Signs a subject in. A request token works once: of several returns with it, on any processes, one succeeds.
 * @returns whether it was this one
 */
export async function completeLogin(
  db: Database,
  { uid, jti }: { uid: string; jti: string },
  subject: Required<Pick<OAuthInteractionDocument, 'workspace_id' | 'subject_ref' | 'signing_key_id'>> &
    Pick<OAuthInteractionDocument, 'actor' | 'context'>,
): Promise<boolean> {
  const { matchedCount } = await db.oauth_interactions.updateOne(
    {
      _id: interactionId(uid),
      login_jti: hash('sha256', jti),
      signed_in_at: { $exists: false },
      expires_at: { $gt: new Date() },
    },
    { $set: { ...subject, signed_in_at: new Date() } },
  );
  return matchedCount === 1;
}

/**
 * Notes what somebody who has signed in is shown to decide on.
 * @param shown names it among everything that is ever held
 * @returns false if it is not what was shown first, or a decision was taken, for which somebody has to sign in again
 */
export async function noteShown(db: Database, uid: string, shown: string): Promise<boolean> {
  const digest = hash('sha256', shown);
  const { matchedCount } = await db.oauth_interactions.updateOne(
    {
      _id: interactionId(uid),
      signed_in_at: { $exists: true },
      $or: [{ shown: { $exists: false } }, { shown: digest }],
      decision_id: { $exists: false },
    },
    { $set: { shown: digest } },
  );
  return matchedCount === 1;
}

/**
 * Uses a sign-in up for a decision on what was shown first.
 * @param decision_id the same for each repetition of the decision
 * @returns false if it was used for another one
 */
export async function useForDecision(
  db: Database,
  uid: string,
  { shown, decision_id }: { shown: string; decision_id: string },
): Promise<boolean> {
  const { matchedCount } = await db.oauth_interactions.updateOne(
    {
      _id: interactionId(uid),
      shown: hash('sha256', shown),
      $or: [{ decision_id: { $exists: false } }, { decision_id }],
    },
    { $set: { decision_id } },
  );
  return matchedCount === 1;
}

/**
 * Notes within a transaction that a subject approves, so that the transaction fails if an erasure deletes the interaction
 * first.
 * @returns false if the subject is not signed in to it any more
 */
export async function noteConsent(
  db: Database,
  session: ClientSession,
  uid: string,
  { workspace_id, subject_ref }: { workspace_id: string; subject_ref: string },
): Promise<boolean> {
  const { matchedCount } = await db.oauth_interactions.updateOne(
    { _id: interactionId(uid), workspace_id, subject_ref },
    { $set: { consented_at: new Date() } },
    { session },
  );
  return matchedCount === 1;
}

/** Ends an interaction. */
export async function deleteInteraction(db: Database, uid: string): Promise<void> {
  await db.oauth_interactions.deleteOne({ _id: interactionId(uid) });
}
