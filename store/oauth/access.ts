import { z } from 'zod';
import type { Context } from '#contract/context.ts';
import { defined } from '#contract/defined.ts';
import { knownScopes, type McpScope } from '#contract/grant.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { McpGrantDocument } from '../documents/mcp-grant.ts';
import type { Keyring } from '../credentials/encryption.ts';
import { findActiveGrant } from '../grants/grants.ts';
import type { Database } from '../mongo/database.ts';
import { findToken, tokenPayload } from './tokens.ts';

/** The part of an access token's payload that is used here. */
const AccessTokenPayload = z.object({
  /** The resource that it is for. */
  aud: z.string(),
  scope: z.string().default(''),
});

/** The rights of an access token. */
export interface Access {
  grant: McpGrantDocument;
  /** The person who consented to the authorization of the token. Absent if that is the subject. */
  actor?: string;
  /** The facts that the backend vouched for when that person signed in. */
  context?: Context;
  /** The resource that the token is for. */
  audience: string;
  /** Those of the token that the subject still consents to. */
  scopes: McpScope[];
  expires_at: Date;
}

/**
 * The current rights of an access token. Undefined if it is unknown or has expired, or if its authorization or grant
 * has ended, in any process: everything is read from the store.
 */
export async function findAccess(db: Database, keyring: Keyring, value: string): Promise<Access | undefined> {
  const token = await findToken(db, 'AccessToken', value);
  if (token === null) return undefined;
  const [authorization, grant] = await Promise.all([
    db.oauth_authorizations.findOne(
      { _id: token.authorization_id },
      { projection: { actor: 1, context: 1 } },
    ),
    findActiveGrant(db, token.grant_id),
  ]);
  if (authorization === null || grant === null) return undefined;
  const { aud, scope } = AccessTokenPayload.parse(tokenPayload(keyring, token));
  const scopes = knownScopes(scope).filter((each) => grant.scopes.includes(each));
  const { actor } = authorization;
  const context = authorization.context === undefined ? undefined : fromJsonText(authorization.context);
  return { grant, ...defined({ actor, context }), audience: aud, scopes, expires_at: token.expires_at };
}
