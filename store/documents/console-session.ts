import type { ApiKeyScope } from '#contract/api-key.ts';
import type { Role } from '#contract/role-rules.ts';

/** Somebody is signed in to the console of a workspace. */
export interface ConsoleSessionDocument {
  /** SHA-256 of the secret in the cookie, hex. */
  _id: string;
  workspace_id: string;
  /** The API key that opened it, and with which it ends; absent if a one-time link opened it. */
  api_key_id?: string;
  /** The link that opened it, in sessions of links that have an id. */
  link_id?: string;
  /** The version of the sign-in settings that opened it at an identity provider, and with which it ends. */
  sign_in_id?: string;
  /** The person's roles. Absent: all. */
  roles?: Role[];
  /** Scopes and expiry of the API key that opened it, as they are read with the session. */
  scopes?: ApiKeyScope[];
  key_expires_at?: Date;
  /** The name that the person signed in with; the ref by which the provider knows them, if it opened the session. */
  name: string;
  created_at: Date;
  /** When it ends if it is not used before. */
  expires_at: Date;
  /** When it ends however much it is used. */
  ends_at: Date;
}

/** A one-time link that signs somebody in to the console of a workspace. Removed by its use. */
export interface ConsoleLinkDocument {
  /** SHA-256 of the code in the link, hex. */
  _id: string;
  /** Id of the link in records, independent of its code. */
  link_id?: string;
  workspace_id: string;
  /** Name of the person it was made for. */
  name?: string;
  created_at: Date;
  expires_at: Date;
}
