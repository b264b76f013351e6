import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { findAccess } from '#store/oauth/access.ts';
import type { AccessTokens } from '../mcp/access-tokens.ts';

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
      const { grant, scopes, expires_at } = access;
      return {
        grant_id: grant._id,
        workspace_id: grant.workspace_id,
        subject_ref: grant.subject_ref,
        agent_id: grant.agent.id,
        client_id: grant.client.id,
        client_name: grant.client.name,
        scopes,
        expires_at,
      };
    },
  };
}
