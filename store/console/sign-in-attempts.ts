import type { SignInAttemptDocument } from '../documents/console-sign-in.ts';
import type { Database } from '../mongo/database.ts';
import { hashSecret } from './sessions.ts';

/** How long somebody may take to sign in at their provider. */
export const attemptMs = 10 * 60_000;

/** The secrets of an attempt. Only hashes of them are stored. */
export interface AttemptSecrets {
  state: string;
  cookie: string;
}

/** Notes that somebody is sent to their provider. */
export async function insertAttempt(
  db: Database,
  attempt: Pick<SignInAttemptDocument, 'workspace_id' | 'sign_in_id' | 'back'>,
  { state, cookie }: AttemptSecrets,
  now: Date,
): Promise<void> {
  await db.sign_in_attempts.insertOne({
    _id: hashSecret(state),
    ...attempt,
    cookie_hash: hashSecret(cookie),
    created_at: now,
    expires_at: new Date(now.getTime() + attemptMs),
  });
}

/**
 * Uses an attempt up: of any number of requests, in any process, one gets it, and only from the browser and for the
 * workspace that began it (console.oidc.state).
 */
export async function takeAttempt(
  db: Database,
  workspaceId: string,
  { state, cookie }: AttemptSecrets,
  now: Date,
): Promise<SignInAttemptDocument | null> {
  return await db.sign_in_attempts.findOneAndDelete({
    _id: hashSecret(state),
    workspace_id: workspaceId,
    cookie_hash: hashSecret(cookie),
    expires_at: { $gt: now },
  });
}
