import type { Context } from '#contract/context.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { Encrypted } from './encrypted.ts';

/** The kinds of token. */
export type OAuthTokenKind = 'AuthorizationCode' | 'AccessToken' | 'RefreshToken';

/** The owner of a document of the authorization server. */
interface OwnedBySubject {
  workspace_id: string;
  subject_ref: string;
  /** The MCP grant. */
  grant_id: string;
}

/**
 * One consent, and so one connection of a client: the chain of tokens that followed from it. A grant may have several,
 * such as those of a client on two machines. No token of a chain works after its authorization is deleted.
 */
export interface OAuthAuthorizationDocument extends OwnedBySubject {
  _id: string;
  client_id: string;
  /** The person who consented and acts. Absent if that is the subject. */
  actor?: string;
  /** The facts of the session token that signed the subject in: the context of what is posted under the authorization. */
  context?: JsonText<Context>;
  /** As the authorization server's library stores it, in JSON. */
  payload: Encrypted;
  /** A connection that is not used until then has ended. */
  expires_at: Date;
}

/** A code, an access token or a refresh token. Its value is stored nowhere in the clear. */
export interface OAuthTokenDocument extends OwnedBySubject {
  /** SHA-256, in hex, of its kind and value. */
  _id: string;
  kind: OAuthTokenKind;
  authorization_id: string;
  payload: Encrypted;
  /** When it was first used, by the clock of MongoDB: for codes and refresh tokens. */
  consumed_at?: Date;
  expires_at: Date;
}

/** An authorization in progress, in one browser. */
export interface OAuthInteractionDocument {
  /** SHA-256, in hex, of its id, which is a secret of that browser. */
  _id: string;
  payload: Encrypted;
  /** SHA-256, in hex, of the `jti` of the request token with which the browser was sent to the login bridge. */
  login_jti?: string;
  /** When the request token came back with a session token, which happens once. */
  signed_in_at?: Date;
  /** Known from then on. */
  workspace_id?: string;
  subject_ref?: string;
  /** The person who signed in for the subject. Absent if that is the subject. */
  actor?: string;
  /** The claim `context` of the session token. */
  context?: JsonText<Context>;
  /** The key that signed the session token. */
  signing_key_id?: string;
  /** SHA-256, in hex, of what the subject was first shown to decide on: an approval is of that alone. */
  shown?: string;
  /** The only decision that the subject took there. */
  decision_id?: string;
  /** When the subject last approved. Written together with the grant. */
  consented_at?: Date;
  expires_at: Date;
}

/** A client that registered itself, or the last metadata document of one that somebody authorized. */
export interface OAuthClientDocument {
  /** Its `client_id`. */
  _id: string;
  /** Its metadata, in JSON. It may contain a secret. */
  payload: Encrypted;
  /** It registered itself, and no token was issued to it yet. */
  unused?: true;
  /** Stands for the address that it was registered from, for as long as it is unused. */
  registered_from?: string;
  created_at: Date;
  /** Later each time a token is issued to it. */
  expires_at: Date;
}
