import { type Adapter, type AdapterFactory, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { OAuthTokenDocument, OAuthTokenKind } from '#store/documents/oauth.ts';
import { noteAuthorized } from '#store/grants/grants.ts';
import type { Database } from '#store/mongo/database.ts';
import { findAccess } from '#store/oauth/access.ts';
import {
  authorizationPayload,
  endAuthorization,
  findAuthorization,
  storeAuthorization,
} from '#store/oauth/authorizations.ts';
import { findClient, keepClient, registerClient, type UnusedClients } from '#store/oauth/clients.ts';
import {
  deleteInteraction,
  findInteraction,
  interactionPayload,
  storeInteraction,
} from '#store/oauth/interactions.ts';
import {
  consumeOnce,
  consumeWithin,
  deleteToken,
  deleteTokensOf,
  findToken,
  storeToken,
  tokenPayload,
} from '#store/oauth/tokens.ts';
import { networkOf } from '../../http/limits/address-allowances.ts';
import type { OAuthKeys } from '../keys.ts';
import { parseAccountId } from './account.ts';
import { grantOfAuthorization } from './authorization-id.ts';

/** How long a refresh token still works after its first use: a client whose answer was lost repeats its request. */
export const refreshGraceMs = 60_000;

/** The dependencies of the adapter. */
export interface AdapterParts {
  db: Database;
  keyring: Keyring;
  keys: Pick<OAuthKeys, 'labelOf'>;
  unusedClients: UnusedClients;
  /** Called with a token that a request presented and that exists, before anything is done with it. */
  onToken: (token: OAuthTokenDocument) => Promise<void>;
}

/** Stores what the authorization server's library keeps, each kind of thing in a collection of its own. */
export function createAdapters({ db, keyring, keys, unusedClients, onToken }: AdapterParts): AdapterFactory {
  const adapters: Record<string, Adapter> = {
    AccessToken: accessTokens(db, keyring, onToken),
    AuthorizationCode: {
      ...tokensOf('AuthorizationCode', db, keyring, onToken),
      consume: async (value) => {
        if (!(await consumeOnce(db, 'AuthorizationCode', value)))
          await refuseReuse(db, 'AuthorizationCode', value);
      },
    },
    RefreshToken: {
      ...tokensOf('RefreshToken', db, keyring, onToken),
      consume: async (value) => {
        const isUsable = await consumeWithin(db, 'RefreshToken', value, refreshGraceMs);
        if (!isUsable) await refuseReuse(db, 'RefreshToken', value);
      },
    },
    Grant: authorizations(db, keyring),
    Interaction: {
      ...unused,
      upsert: async (uid, payload, expiresInSeconds = 0) =>
        await storeInteraction(db, keyring, { uid, expiresInSeconds }, { ...payload }),
      find: async (uid) => {
        const found = await findInteraction(db, uid);
        return found === null ? undefined : interactionPayload(keyring, found);
      },
      destroy: async (uid) => await deleteInteraction(db, uid),
    },
    Client: {
      ...unused,
      // Called for registrations alone.
      upsert: async (id, metadata) => {
        const from = keys.labelOf(networkOf(Provider.ctx?.ip ?? ''));
        const client = { id, from, most: unusedClients };
        if (!(await registerClient(db, keyring, client, { ...metadata }))) refuseRegistration(unusedClients);
      },
      // The metadata of a client that is named by a URL is fetched from there.
      find: async (id) => (id.includes(':') ? undefined : await findClient(db, keyring, id)),
    },
    // Nobody stays signed in: each authorization begins at the login bridge.
    Session: unused,
  };
  return (name) => adapters[name] ?? unused;
}

/** Stores nothing. */
const unused: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

function tokensOf(
  kind: OAuthTokenKind,
  db: Database,
  keyring: Keyring,
  onToken: AdapterParts['onToken'],
): Adapter {
  return {
    ...unused,
    upsert: async (value, payload, expiresInSeconds = 0) => {
      const authorization = await findAuthorization(db, payload.grantId ?? '');
      const token = { kind, value, expiresInSeconds };
      const isStored =
        authorization !== null && (await storeToken(db, keyring, token, authorization, { ...payload }));
      if (!isStored) throw new errors.InvalidGrant('the authorization has ended');
    },
    find: async (value) => {
      const found = await findToken(db, kind, value);
      if (found === null) return undefined;
      await onToken(found);
      return tokenPayload(keyring, found);
    },
    destroy: async (value) => await deleteToken(db, kind, value),
    revokeByGrantId: async (authorizationId) => await deleteTokensOf(db, kind, authorizationId),
  };
}

function accessTokens(db: Database, keyring: Keyring, onToken: AdapterParts['onToken']): Adapter {
  const tokens = tokensOf('AccessToken', db, keyring, onToken);
  return {
    ...tokens,
    upsert: async (value, payload, expiresInSeconds) => {
      const authorizationId = payload.grantId ?? '';
      // First, because a grant that was revoked meanwhile gets no token.
      if (!(await noteAuthorized(db, grantOfAuthorization(authorizationId)))) {
        throw new errors.InvalidGrant('the grant was revoked');
      }
      await Promise.all([
        tokens.upsert(value, payload, expiresInSeconds),
        keepClient(db, payload.clientId ?? ''),
      ]);
    },
    // Used to introspect and to revoke: what no longer works is not found.
    find: async (value) =>
      (await findAccess(db, keyring, value)) === undefined ? undefined : await tokens.find(value),
  };
}

/** The library's grants are authorizations here: a grant may have several. */
function authorizations(db: Database, keyring: Keyring): Adapter {
  return {
    ...unused,
    upsert: async (id, payload) => {
      const { accountId, clientId } = AuthorizationPayload.parse(payload);
      const grant_id = grantOfAuthorization(id);
      const owner = { ...parseAccountId(accountId), grant_id, client_id: clientId };
      if (!(await storeAuthorization(db, keyring, id, owner, { ...payload }))) {
        throw new errors.InvalidGrant('the grant has ended');
      }
    },
    find: async (id): Promise<AdapterPayload | undefined> => {
      const found = await findAuthorization(db, id);
      return found === null ? undefined : authorizationPayload(keyring, found);
    },
    destroy: async (id) => await endAuthorization(db, id),
  };
}

/** @throws {errors.OIDCProviderError} 429 */
function refuseRegistration({ ofAddress }: UnusedClients): never {
  Provider.ctx?.set('Retry-After', '60');
  const error = new errors.OIDCProviderError(429, 'rate_limited');
  error.error_description = `this address has registered ${ofAddress} clients that were not used yet; an unused client is forgotten after an hour`;
  throw error;
}

const AuthorizationPayload = z.object({ accountId: z.string(), clientId: z.string() });

/**
 * Somebody uses a token for the second time: the client or a thief, and it is unknown who. The whole connection ends,
 * also for a process that took the first use and has not issued its tokens yet.
 * @throws {errors.InvalidGrant}
 */
async function refuseReuse(db: Database, kind: OAuthTokenKind, value: string): Promise<never> {
  const used = await findToken(db, kind, value);
  if (used !== null) await endAuthorization(db, used.authorization_id);
  throw new errors.InvalidGrant('the token was used before');
}
