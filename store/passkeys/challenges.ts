import { randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { challengeSeconds } from '#contract/passkey.ts';
import type {
  DecisionChallengeDocument,
  EnrolmentChallengeDocument,
  UsedChallenge,
} from '../documents/passkey.ts';
import type { Database } from '../mongo/database.ts';

/** How long a used challenge is kept, so that the request that used it can be repeated. */
const keptMs = 24 * 60 * 60 * 1000;

/** A new id of a challenge: 32 random bytes in base64url. */
export function newChallengeId(): string {
  return randomBytes(32).toString('base64url');
}

/** When a challenge that is made now expires. */
export function challengeExpiry(now = new Date()): Date {
  return new Date(now.getTime() + challengeSeconds * 1000);
}

/** Stores a challenge. */
export async function insertChallenge(
  db: Database,
  challenge: Omit<EnrolmentChallengeDocument, 'removed_at'> | Omit<DecisionChallengeDocument, 'removed_at'>,
): Promise<void> {
  const removed_at = new Date(challenge.expires_at.getTime() + keptMs);
  await db.passkey_challenges.insertOne({ ...challenge, removed_at });
}

/** A challenge for an enrolment; null if there is none. */
export async function findEnrolmentChallenge(
  db: Database,
  workspace_id: string,
  id: string,
): Promise<EnrolmentChallengeDocument | null> {
  const found = await db.passkey_challenges.findOne({ _id: id, workspace_id });
  return found?.kind === 'enrolment' ? found : null;
}

/** A challenge for a decision; null if there is none. */
export async function findDecisionChallenge(
  db: Database,
  workspace_id: string,
  id: string,
): Promise<DecisionChallengeDocument | null> {
  const found = await db.passkey_challenges.findOne({ _id: id, workspace_id });
  return found?.kind === 'decision' ? found : null;
}

/**
 * Uses up a challenge for an enrolment. False if another request has.
 * @param by the id of the passkey that the request makes
 */
export async function useEnrolmentChallenge(
  db: Database,
  { _id, workspace_id }: Pick<EnrolmentChallengeDocument, '_id' | 'workspace_id'>,
  by: string,
): Promise<boolean> {
  const free = {
    _id,
    workspace_id,
    kind: 'enrolment' as const,
    $or: [{ used_by: { $exists: false } }, { used_by: by }],
  };
  return (await db.passkey_challenges.updateOne(free, { $set: { used_by: by } })).matchedCount === 1;
}

/** Uses up a challenge for a decision. False if another request has. */
export async function useDecisionChallenge(
  db: Database,
  session: ClientSession,
  workspace_id: string,
  id: string,
  used: UsedChallenge,
): Promise<boolean> {
  const unused = { _id: id, workspace_id, kind: 'decision' as const, used: { $exists: false } };
  return (await db.passkey_challenges.updateOne(unused, { $set: { used } }, { session })).matchedCount === 1;
}
