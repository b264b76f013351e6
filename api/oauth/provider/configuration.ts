import { randomBytes } from 'node:crypto';
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { mcpScopes } from '#contract/grant.ts';
import { type OAuthKeys } from '../keys.ts';
import { loginPath } from '../login-paths.ts';
import { clientAuthMethods, oauthPaths, signingAlgorithm } from '../metadata.ts';
import { appProblem, sendProblem } from '../pages/problem-page.ts';
import { createAdapters, type AdapterParts } from './adapter.ts';
import { admitDocument, type AdmissionParts } from './admit-document.ts';
import { boundMetadata, refuseLarge, UnusableMetadata } from './client-metadata.ts';
import { documentFetch } from './metadata-documents.ts';
import { resourceServerOf } from './resource-server.ts';

/** The parts of the authorization server. */
export interface ProviderParts extends AdapterParts, AdmissionParts {
  baseUrl: string;
  keys: OAuthKeys;
}

const minute = 60;
const day = 24 * 60 * minute;

/** In seconds. An authorization lives as long as its tokens: its own expiry is kept by its adapter. */
const ttl = {
  AuthorizationCode: minute,
  AccessToken: 10 * minute,
  RefreshToken: 60 * day,
  Grant: 60 * day,
  Interaction: 15 * minute,
  Session: 15 * minute,
};

/** How long a metadata document is cached, whatever its headers ask for. */
const documentCacheSeconds = { min: minute, max: day };

/** The settings of the library: OAuth 2.1 for MCP clients, and nothing else. */
export function providerConfiguration(parts: ProviderParts): Configuration {
  const { baseUrl, keys } = parts;
  const off = { enabled: false };
  return {
    adapter: createAdapters(parts),
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: { session: 'oauth_session', interaction: 'oauth_interaction', resume: 'oauth_resume' },
    },
    routes: {
      authorization: oauthPaths.authorize,
      token: oauthPaths.token,
      registration: oauthPaths.register,
      revocation: oauthPaths.revoke,
      introspection: oauthPaths.introspect,
      jwks: oauthPaths.jwks,
    },
    ttl,
    clockTolerance: 0,
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods,
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    loadExistingGrant: async (ctx) => await grantOfConsent(ctx),
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    clientBasedCORS: () => true,
    fetch: documentFetch(parts),
    interactions: { url: (_, { uid }) => loginPath(uid), policy: policy() },
    renderError: (ctx, error) => sendProblem(ctx, appProblem(ctx.status, error)),
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      registration: {
        enabled: true,
        issueRegistrationAccessToken: false,
        // Called before anything else is done with a registration.
        idFactory: (ctx) => {
          replaceBody(ctx);
          return `client_${randomBytes(16).toString('base64url')}`;
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      introspection: {
        enabled: true,
        allowedPolicy: (_, client, token) =>
          token.kind === 'AccessToken' && token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => {
          throw new errors.InvalidTarget('a resource is required');
        },
        useGrantedResource: () => true,
        getResourceServerInfo: async (ctx, resource) => await resourceServerOf(ctx, resource, parts),
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: documentCacheSeconds,
        // Not called while the document is cached.
        allowFetch: async (ctx: KoaContextWithOIDC | undefined, id) => await admitDocument(ctx, id, parts),
      },
    },
    discovery: { issuer: baseUrl },
  };
}

/** The consent of this very request. Nothing of an earlier one is taken as consent to another. */
async function grantOfConsent(ctx: KoaContextWithOIDC) {
  const id = ctx.oidc.result?.consent?.grantId;
  return id === undefined ? undefined : await ctx.oidc.provider.Grant.find(id);
}

/**
 * Every authorization asks the subject to sign in and to consent, both in one go. It asks for at least one scope that
 * exists.
 */
function policy(): interactionPolicy.DefaultPolicy {
  const { Check, Prompt, base } = interactionPolicy;
  const prompts = base();
  prompts.clear();
  const missing = (name: 'login' | 'consent') =>
    new Check(`no_${name}`, `${name} is required`, `${name}_required`, (ctx) => {
      const asked = [...ctx.oidc.requestParamScopes];
      if (!asked.some((scope) => mcpScopes.some((known) => known === scope))) {
        throw new errors.InvalidScope('none of the scopes exists', asked.join(' '));
      }
      return ctx.oidc.result?.[name] === undefined;
    });
  prompts.add(new Prompt({ name: 'login', requestable: true }, missing('login')));
  prompts.add(new Prompt({ name: 'consent', requestable: true }, missing('consent')));
  return prompts;
}

/** @throws {errors.InvalidClientMetadata} */
function replaceBody(ctx: KoaContextWithOIDC): void {
  const { oidc } = ctx;
  try {
    refuseLarge(oidc.body);
    Object.assign(oidc, { body: boundMetadata(oidc.body) });
  } catch (error) {
    if (!(error instanceof UnusableMetadata)) throw error;
    throw new errors.InvalidClientMetadata(error.message);
  }
}
