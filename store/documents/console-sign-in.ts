import type { Role } from '#contract/role-rules.ts';
import type { Encrypted } from './encrypted.ts';

/** How people of a workspace sign in to the console. */
export interface ConsoleSignInDocument {
  /** The workspace. */
  _id: string;
  /** Another one after each change: sessions and attempts of an earlier one count no more. */
  sign_in_id: string;
  issuer: string;
  client_id: string;
  client_secret: Encrypted;
  ref_claim: string;
  roles_claim?: string;
  /** Pairs, because values may contain dots and dollar signs. */
  roles: { value: string; role: Role }[];
  keys_may_sign_in: boolean;
  updated_at: Date;
}

/** Somebody was sent to the identity provider, and is not back yet. */
export interface SignInAttemptDocument {
  /** SHA-256 of the state, hex. */
  _id: string;
  workspace_id: string;
  /** Id of the settings that it began with. */
  sign_in_id: string;
  /** SHA-256 of the secret in the browser's cookie, hex. The nonce and the code verifier follow from that secret. */
  cookie_hash: string;
  /** The page of the console to return to. */
  back?: string;
  created_at: Date;
  expires_at: Date;
}
