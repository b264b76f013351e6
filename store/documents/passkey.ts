import type { DecisionStatement } from '#contract/decision-statement.ts';
import type { RequestVia, Via } from '#contract/credential.ts';
import type { PublicJwk } from '#contract/signing-key.ts';

/** A public key with which an actor signs decisions. It stays when it is revoked: decisions that were signed before name it. */
export interface PasskeyDocument {
  _id: string;
  workspace_id: string;
  actor: string;
  /** The actor as actors are compared. */
  actor_key: string;
  name: string;
  /** In base64url. */
  credential_id: string;
  /** In COSE, in base64url. */
  public_key: string;
  public_jwk: PublicJwk;
  thumbprint: string;
  /** The last signature counter; 0 if the authenticator has none. */
  counter: number;
  transports?: string[];
  /** The relying party for which it was made, and against which it is checked. */
  rp_id: string;
  enrolled_via: Via;
  created_at: Date;
  last_used_at?: Date;
  revoked_at?: Date;
}

interface Challenge {
  /** 32 random bytes in base64url. For an enrolment this is also what is signed. */
  _id: string;
  workspace_id: string;
  actor: string;
  /** The relying party in the options for the page. */
  rp_id: string;
  expires_at: Date;
  /** When it is forgotten. */
  removed_at: Date;
}

/** A passkey is to be made. */
export interface EnrolmentChallengeDocument extends Challenge {
  kind: 'enrolment';
  /** The id of the passkey that the request which used it up makes. */
  used_by?: string;
}

/** A decision is to be signed. */
export interface DecisionChallengeDocument extends Challenge {
  kind: 'decision';
  statement: DecisionStatement;
  /** The request that used it up. */
  used?: UsedChallenge;
}

export interface UsedChallenge {
  /** Hash of all that it asked for, signature included. */
  request: string;
  decision_id: string;
  passkey_id: string;
  /** How its actor was known. */
  request_via: RequestVia;
}

export type PasskeyChallengeDocument = EnrolmentChallengeDocument | DecisionChallengeDocument;

/** Where passkeys of a workspace are made and used. */
export interface PasskeySettingsDocument {
  /** The workspace. */
  _id: string;
  rp_id?: string;
  origins?: string[];
  updated_at: Date;
}
