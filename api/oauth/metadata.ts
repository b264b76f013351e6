import { mcpScopes } from '#contract/grant.ts';
import { mcpResource } from './resources.ts';

/** Where the authorization server answers. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  jwks: '/oauth/jwks',
} as const;

/** How clients authenticate. Most are programs of users, and keep no secret. */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** The algorithm of everything that the authorization server signs: every JWT library has it. */
export const signingAlgorithm = 'ES256';

/** Metadata of the MCP endpoint of an agent or, without one, of the deployment (RFC 9728). */
export function protectedResourceMetadata(baseUrl: string, agentId?: string) {
  return {
    resource: agentId === undefined ? baseUrl : mcpResource(baseUrl, agentId),
    authorization_servers: [baseUrl],
    scopes_supported: mcpScopes,
    bearer_methods_supported: ['header'],
  };
}

/**
 * Metadata of the authorization server (RFC 8414). Clients that look for OpenID Connect get the same: the members that
 * they require are there, although no ID tokens are issued.
 */
export function serverMetadata(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${oauthPaths.authorize}`,
    token_endpoint: `${baseUrl}${oauthPaths.token}`,
    registration_endpoint: `${baseUrl}${oauthPaths.register}`,
    revocation_endpoint: `${baseUrl}${oauthPaths.revoke}`,
    introspection_endpoint: `${baseUrl}${oauthPaths.introspect}`,
    jwks_uri: `${baseUrl}${oauthPaths.jwks}`,
    scopes_supported: [...mcpScopes, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    introspection_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
  };
}
