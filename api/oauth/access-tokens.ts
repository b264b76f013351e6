import type { Context } from '#contract/context.ts';
import { defined } from '#contract/defined.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { findAccess } from '#store/oauth/access.ts';

/** The rights of an access token: the standing authorization that it was issued against. */
export interface GrantAccess {
  grant_id: string;
  workspace_id: string;
  /** The subject that every run under the grant acts for. */
  subject_ref: string;
  /** The actor, if another person signed in for the subject. */
  actor?: string;
  /** The facts that the backend vouched for when the subject signed in: the context of what is posted under the grant. */
  context?: Context;
  /** The only agent that the grant covers. */
  agent_id: string;
  client_id: string;
  /** As the client registered itself: a label, not an identity. */
  client_name: string;
  scopes: ('read' | 'write')[];
  expires_at: Date;
}

/** Checks access tokens. */
export interface AccessTokens {
  /**
   * The rights of the token, or `undefined` if it is unknown, expired, meant for another resource, or if its grant was
   * revoked.
   *
   * @param resource the URL of the MCP endpoint that the token must be meant for (RFC 8707)
   */
  verify(token: string, resource: string): Promise<GrantAccess | undefined>;
}

/** 256 bits in base64url, as the authorization server issues them. Anything else costs no query. */
const accessToken = /^[\w-]{43}$/;

/**
 * Checks access tokens against the store each time, and caches nothing: a revocation counts at once on every process.
 */
export function createAccessTokens(db: Database, keyring: Keyring): AccessTokens {
  return {
    verify: async (token, resource) => {
      const access = accessToken.test(token) ? await findAccess(db, keyring, token) : undefined;
      if (access === undefined || access.audience !== resource) return undefined;
      const { grant, actor, context, scopes, expires_at } = access;
      return {
        grant_id: grant._id,
        workspace_id: grant.workspace_id,
        subject_ref: grant.subject_ref,
        ...defined({ actor, context }),
        agent_id: grant.agent.id,
        client_id: grant.client.id,
        client_name: grant.client.name,
        scopes,
        expires_at,
      };
    },
  };
}
