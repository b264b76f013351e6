import * as client from 'openid-client';
import { isConfidential } from '#contract/console-sign-in.ts';
import type { OutboundHttp } from '../outbound-http/port.ts';
import { GuardedFetch } from './guarded-fetch.ts';
import {
  type Claims,
  type IdentityProvider,
  type OidcClient,
  OidcError,
  type SignInRequest,
} from './port.ts';

/** Asked for if the provider lists them, or lists none: `groups` is what some want to tell of groups. */
const wantedScopes = ['email', 'profile', 'groups'];
/** Asked for of a provider that lists no scopes: those that the standard defines. */
const standardScopes = ['email', 'profile'];

/**
 * The client of OpenID Connect, by `openid-client`. Nothing is remembered between sign-ins: a provider that has changed its
 * keys or addresses is known as it is.
 */
export function createOidcClient(http: OutboundHttp): OidcClient {
  return {
    check: async (provider) => {
      await withProvider(http, provider, async (config) => await Promise.resolve(void endpointsOf(config)));
    },
    authorizationUrl: async (provider, { redirectUri, state, nonce, codeVerifier }) =>
      await withProvider(http, provider, async (config) => {
        const { scopes } = endpointsOf(config);
        return client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: ['openid', ...scopes].join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }).href;
      }),
    claimsOf: async (provider, callback, request, needed) =>
      await withProvider(http, provider, async (config) => await exchange(config, callback, request, needed)),
  };
}

/** @throws {OidcError} whatever goes wrong */
async function withProvider<Result>(
  http: OutboundHttp,
  { workspaceId, issuer, clientId, clientSecret }: IdentityProvider,
  work: (config: client.Configuration) => Promise<Result>,
): Promise<Result> {
  const guarded = new GuardedFetch(http, workspaceId);
  try {
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret },
      authenticateBy(clientSecret),
      {
        [client.customFetch]: guarded.fetch,
        execute: [
          // The signature counts, and not only who answered.
          client.enableNonRepudiationChecks,
          ...(new URL(issuer).protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    // The library lets some providers name another issuer: one that signs for the tenants of everybody.
    if (config.serverMetadata().issuer !== issuer) {
      throw new OidcError('invalid_response', 'The metadata of the identity provider names another issuer.');
    }
    return await work(config);
  } catch (error) {
    throw guarded.failure ?? toOidcError(error);
  }
}

/** In the way that the provider prefers: by default, and where it can, in the header. */
function authenticateBy(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** @throws {OidcError} unless the provider has all that a sign-in needs, at addresses that keep it confidential */
function endpointsOf(config: client.Configuration): { scopes: string[] } {
  const { authorization_endpoint, token_endpoint, jwks_uri, scopes_supported } = config.serverMetadata();
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri]) {
    if (typeof endpoint !== 'string' || !URL.canParse(endpoint) || !isConfidential(endpoint)) {
      throw new OidcError('invalid_response', 'The metadata of the identity provider is not usable.');
    }
  }
  return {
    scopes: Array.isArray(scopes_supported)
      ? wantedScopes.filter((scope) => scopes_supported.includes(scope))
      : standardScopes,
  };
}

async function exchange(
  config: client.Configuration,
  callback: URL,
  { state, nonce, codeVerifier }: SignInRequest,
  needed: readonly string[],
): Promise<[Claims, ...Claims[]]> {
  endpointsOf(config);
  const tokens = await client.authorizationCodeGrant(config, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined)
    throw new OidcError('invalid_response', 'The identity provider sent no ID token.');
  const isWhole = needed.every((name) => claims[name] !== undefined);
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return [claims];
  return [claims, await client.fetchUserInfo(config, tokens.access_token, claims.sub)];
}

function toOidcError(error: unknown): OidcError {
  if (error instanceof OidcError) return error;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    return new OidcError('refused', 'The identity provider refused the sign-in.', error);
  }
  return new OidcError(
    'invalid_response',
    'The answer of the identity provider is not valid OpenID Connect.',
    error,
  );
}
