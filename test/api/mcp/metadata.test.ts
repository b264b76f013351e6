import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { oauthRoutes } from '#api/oauth/mount.ts';
import { newAgentId } from '#store/mongo/ids.ts';
import { mcpTarget, type Target } from '../../support/mcp/oauth-flow.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let target: Target;
beforeAll(async () => {
  target = await mcpTarget(service);
});

const wellKnown = (path: string) => `${service.baseUrl}/.well-known/${path}`;
const read = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>;

it('[mcp.oauth.metadata] the official client finds everything from the URL of an agent’s MCP endpoint', async () => {
  const resource = await discoverOAuthProtectedResourceMetadata(target.resource);
  expect(resource).toEqual({
    resource: target.resource,
    authorization_servers: [service.baseUrl],
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
  });
  const server = await discoverAuthorizationServerMetadata(resource.authorization_servers?.[0] ?? '');
  expect(server).toMatchObject({
    issuer: service.baseUrl,
    authorization_endpoint: `${service.baseUrl}/oauth/authorize`,
    token_endpoint: `${service.baseUrl}/oauth/token`,
    registration_endpoint: `${service.baseUrl}/oauth/register`,
    revocation_endpoint: `${service.baseUrl}/oauth/revoke`,
    introspection_endpoint: `${service.baseUrl}/oauth/introspect`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: ['read', 'write', 'offline_access'],
  });
});

it('[mcp.oauth.metadata] it is at both forms of its address, and also where clients look for OpenID Connect', async () => {
  expect(await read(wellKnown('oauth-protected-resource'))).toMatchObject({
    resource: service.baseUrl,
    authorization_servers: [service.baseUrl],
  });
  expect(await read(wellKnown('openid-configuration'))).toEqual(
    await read(wellKnown('oauth-authorization-server')),
  );
});

it.each(['agent_unknown', newAgentId()])('[mcp.oauth.metadata] there is none for %s', async (id) => {
  expect((await fetch(wellKnown(`oauth-protected-resource/mcp/${id}`))).status).toBe(404);
});

it('[mcp.oauth.metadata] its keys are public, and only that', async () => {
  const jwks = (await read(`${service.baseUrl}/oauth/jwks`)) as unknown as JSONWebKeySet;
  expect(() => createLocalJWKSet(jwks)).not.toThrow();
  expect(jwks.keys).toHaveLength(1);
  for (const key of jwks.keys) {
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(key).not.toHaveProperty('d');
  }
});

it('[mcp.oauth.cors] a client in a browser may read it, and call what issues tokens, from any origin', async () => {
  const preflight = {
    origin: 'https://inspector.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'mcp-protocol-version',
  };
  for (const path of [
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
    '/.well-known/oauth-authorization-server',
  ]) {
    const { status, headers } = await fetch(`${service.baseUrl}${path}`, {
      method: 'OPTIONS',
      headers: preflight,
    });
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*']);
    expect(headers.get('access-control-allow-headers')).toBe('mcp-protocol-version');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
  const { headers } = await fetch(wellKnown('oauth-authorization-server'), { headers: preflight });
  expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  const page = await fetch(`${service.baseUrl}/oauth/authorize`, { headers: preflight });
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
});

it('[route.wrong-method] a wrong method is told what is possible', async () => {
  const paths = [...new Set(oauthRoutes.map(({ path }) => path))];
  for (const path of paths) {
    const answer = await fetch(`${service.baseUrl}${path.replaceAll(/\{\w+\}/g, 'x')}`, { method: 'DELETE' });
    expect([path, answer.status]).toEqual([path, 405]);
    expect(answer.headers.get('allow')).toMatch(/^(GET, HEAD|POST|GET, HEAD, POST)$/);
  }
});
