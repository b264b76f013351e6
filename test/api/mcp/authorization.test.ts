import {
  exchangeAuthorization,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAgentId } from '#store/mongo/ids.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { type BrowserAnswer, CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorize,
  authorizeUrl,
  connect,
  decideOn,
  exchange,
  mcpTarget,
  pkce,
  redirectUri,
  register,
  type RegisteredClient,
  signIn,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let target: Target;
let client: RegisteredClient;
beforeAll(async () => {
  target = await mcpTarget(service);
  client = await register(service.baseUrl);
});

/** The error page for a client's request. The browser is not redirected. */
async function refused(params: Record<string, string | undefined>, of: RegisteredClient = client) {
  return errorOf(await new CookieBrowser().get(authorizeUrl(target, of, pkce().challenge, params)));
}

function errorOf({ status, location, headers, body }: BrowserAnswer): string | undefined {
  expect([status, location, headers.get('content-type')]).toEqual([400, '', 'text/html; charset=utf-8']);
  expect(body).toContain('The app cannot be connected');
  expect(body).not.toContain(redirectUri);
  return /\((\w+)\)/.exec(body)?.[1];
}

it('[mcp.oauth.clients] [mcp.oauth.pkce] [mcp.oauth.refresh-rotation] the official client’s own steps lead to tokens', async () => {
  const metadata = (await (
    await fetch(`${service.baseUrl}/.well-known/oauth-authorization-server`)
  ).json()) as AuthorizationServerMetadata;
  const clientInformation = await registerClient(service.baseUrl, {
    metadata,
    clientMetadata: { client_name: 'Official', redirect_uris: [redirectUri] },
  });
  const resource = new URL(target.resource);
  const { authorizationUrl, codeVerifier } = await startAuthorization(service.baseUrl, {
    metadata,
    clientInformation,
    redirectUrl: redirectUri,
    scope: 'read offline_access',
    state: 'S',
    resource,
  });
  const browser = new CookieBrowser();
  const sentTo = await decideOn(browser, await signIn(browser, target, authorizationUrl.href), 'approve');
  expect(Object.fromEntries(sentTo.searchParams)).toEqual({
    code: expect.stringMatching(/^[\w-]{43}$/),
    iss: service.baseUrl,
    state: 'S',
  });
  const asked = { metadata, clientInformation, resource };
  const tokens = await exchangeAuthorization(service.baseUrl, {
    ...asked,
    authorizationCode: sentTo.searchParams.get('code') ?? '',
    codeVerifier,
    redirectUri,
  });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'read' });
  const next = await refreshAuthorization(service.baseUrl, {
    ...asked,
    refreshToken: tokens.refresh_token ?? '',
  });
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  expect(await service.accessTokens.verify(next.access_token, target.resource)).toMatchObject({
    client_name: 'Official',
    scopes: ['read'],
  });
});

it('[mcp.grant.fields] an access token allows what was consented to, on that agent, for that subject', async () => {
  const { access_token } = await connect(target, client, { sub: 'bob' });
  const { workspace, resource, agentId } = target;
  const { data } = await workspace.client.get<{ id: string }[]>('/v1/mcp/grants?subject=bob');
  expect(await service.accessTokens.verify(access_token, resource)).toEqual({
    grant_id: data[0]?.id,
    workspace_id: workspace.id,
    subject_ref: 'bob',
    agent_id: agentId,
    client_id: client.client_id,
    client_name: 'Tester',
    scopes: ['read', 'write'],
    expires_at: expect.any(Date),
  });
});

describe('[mcp.oauth.pkce] PKCE with S256 is required', () => {
  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['the method plain', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
  ])('%s is refused', async (_, params) => {
    expect(await refused(params)).toBe('invalid_request');
  });
});

describe('[mcp.oauth.resource] a request names the MCP endpoint of one agent', () => {
  it.each([
    ['none', () => undefined],
    ['the deployment', () => service.baseUrl],
    ['a slash at its end', () => `${target.resource}/`],
    ['another host', () => target.resource.replace('127.0.0.1', 'localhost')],
    ['an unknown agent', () => `${service.baseUrl}/mcp/${newAgentId()}`],
    ['a fragment', () => `${target.resource}#x`],
    ['a query', () => `${target.resource}?x`],
    ['no URL', () => 'agent'],
  ])('%s is refused', async (_, resource) => {
    expect(await refused({ resource: resource() })).toBe('invalid_target');
  });

  it('two are refused', async () => {
    const url = `${authorizeUrl(target, client, pkce().challenge)}&resource=${encodeURIComponent(target.resource)}`;
    expect(errorOf(await new CookieBrowser().get(url))).toBe('invalid_target');
  });

  it('an archived agent is refused, and also if it was archived before the subject consents', async () => {
    const { client: owner } = target.workspace;
    const { id } = await publishScripted(owner, { key: 'archived' });
    const resource = `${service.baseUrl}/mcp/${id}`;
    const browser = new CookieBrowser();
    const begun = await browser.get(authorizeUrl({ ...target, resource }, client, pkce().challenge));
    await owner.post(`/v1/agents/${id}/archive`);
    expect(await refused({ resource })).toBe('invalid_target');
    const page = await browser.get(begun.location);
    expect([page.status, page.body]).toEqual([409, expect.stringContaining('takes no new connections')]);
  });

  it('a code is exchanged for the resource that was named, and for no other', async () => {
    const issued = await authorize(target, client);
    const other = await exchange(service.baseUrl, issued, {
      resource: `${service.baseUrl}/mcp/${newAgentId()}`,
    });
    expect([other.status, other.body['error']]).toEqual([400, 'invalid_target']);
  });
});

describe('[mcp.oauth.scopes] scopes', () => {
  it('without any, the client gets to read', async () => {
    const browser = new CookieBrowser();
    const { verifier, challenge } = pkce();
    const asked = await signIn(
      browser,
      target,
      authorizeUrl(target, client, challenge, { scope: undefined }),
    );
    const sentTo = await decideOn(browser, asked, 'approve');
    const code = sentTo.searchParams.get('code') ?? '';
    const { body } = await exchange(service.baseUrl, { client, code, verifier });
    expect(body['scope']).toBe('read');
  });

  it('those that do not exist are left out, and refused if nothing else is asked for', async () => {
    const { scope } = await connect(target, client, { scope: 'openid write admin' });
    expect(scope).toBe('write');
    expect(await refused({ scope: 'openid admin' })).toBe('invalid_scope');
  });

  it('offline_access changes nothing: each client that takes refresh tokens gets one', async () => {
    const browser = new CookieBrowser();
    const { verifier, challenge } = pkce();
    const url = authorizeUrl(target, client, challenge, { scope: 'read offline_access', prompt: 'consent' });
    const sentTo = await decideOn(browser, await signIn(browser, target, url), 'approve');
    const issued = { client, code: sentTo.searchParams.get('code') ?? '', verifier };
    expect((await exchange(service.baseUrl, issued)).body).toMatchObject({
      scope: 'read',
      refresh_token: expect.any(String),
    });
    const without = await register(service.baseUrl, { grant_types: ['authorization_code'] });
    expect(await connect(target, without)).not.toHaveProperty('refresh_token');
  });
});

describe('other requests', () => {
  it('[mcp.consent] nobody is taken as signed in or as having consented before', async () => {
    const browser = new CookieBrowser();
    const first = await decideOn(
      browser,
      await signIn(browser, target, authorizeUrl(target, client, pkce().challenge)),
      'approve',
    );
    expect(first.searchParams.has('code')).toBe(true);
    const silent = await browser.get(authorizeUrl(target, client, pkce().challenge, { prompt: 'none' }));
    expect(errorOf(silent)).toBe('login_required');
    const second = await signIn(browser, target, authorizeUrl(target, client, pkce().challenge), {
      sub: 'eve',
    });
    expect(second.page.body).toContain('eve');
  });

  it.each([
    ['a form as response', { response_mode: 'form_post' }, 'response_mode'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ])('%s is refused', async (_, params, error) => {
    const answer = await new CookieBrowser().get(authorizeUrl(target, client, pkce().challenge, params));
    expect(`${answer.location}${answer.body}`).toContain(error);
    expect(answer.body).not.toContain('<script');
  });

  it('an unknown client, or one without a redirect, ends on a page', async () => {
    for (const params of [{ client_id: 'client_unknown' }, { redirect_uri: undefined }]) {
      const answer = await new CookieBrowser().get(authorizeUrl(target, client, pkce().challenge, params));
      expect([answer.status, answer.location]).toEqual([400, '']);
      expect(answer.body).toContain('The app cannot be connected');
    }
  });
});

describe('[mcp.oauth.no-open-redirect] a link to the service leads nowhere that a stranger registered', () => {
  it.each([
    ['a silent request', { prompt: 'none' }, 'login_required'],
    ['scopes that do not exist', { scope: 'openid' }, 'invalid_scope'],
    ['a scope that cannot be one', { scope: '"' }, 'invalid_scope'],
    ['an unknown prompt', { prompt: 'none login' }, 'invalid_request'],
    ['a request without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['a resource that is none', { resource: 'https://evil.example/' }, 'invalid_target'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['another response type', { response_type: 'token' }, 'invalid_request'],
  ])('by %s', async (_, params, error) => {
    const evil = await register(service.baseUrl, { redirect_uris: ['https://evil.example/cb'] });
    expect(await refused(params, evil)).toBe(error);
  });

  it('by the address to which the browser returns after a decision, with parameters of the link', async () => {
    const evil = await register(service.baseUrl, { redirect_uris: ['https://evil.example/cb'] });
    const query = new URL(authorizeUrl(target, evil, pkce().challenge)).search;
    const browser = new CookieBrowser();
    // Without an authorization in progress, and with one of another client that nobody has decided on.
    expect(errorOf(await browser.get(`${service.baseUrl}/oauth/authorize/x${query}`))).toBe(
      'invalid_request',
    );
    const { at } = await signIn(browser, target, authorizeUrl(target, client, pkce().challenge));
    const resume = at.replace('/mcp/login/', '/oauth/authorize/');
    const answer = await browser.get(`${resume}${query}`);
    expect(answer.location).not.toContain('evil');
  });

  it('[mcp.consent] and the decision of a user, who has read where it leads, goes there', async () => {
    const evil = await register(service.baseUrl, { redirect_uris: ['https://evil.example/cb'] });
    const browser = new CookieBrowser();
    const asked = await signIn(browser, target, authorizeUrl(target, evil, pkce().challenge));
    const { host, searchParams } = await decideOn(browser, asked, 'deny');
    expect([host, searchParams.get('error')]).toEqual(['evil.example', 'access_denied']);
  });
});

describe('[mcp.oauth.redirect] codes go only where the client registered', () => {
  it.each([
    ['https://app.example/cb', 'https://app.example/cb/'],
    ['https://app.example/cb', 'https://app.example.evil.example/cb'],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:1/other'],
    ['http://127.0.0.1:1/cb', 'http://localhost:1/cb'],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:1@evil.example/cb'],
  ])('registered %s does not allow %s, and the browser is sent nowhere', async (registered, asked) => {
    const other = await register(service.baseUrl, { redirect_uris: [registered] });
    const url = authorizeUrl(target, other, pkce().challenge, { redirect_uri: asked });
    expect((await new CookieBrowser().get(url)).location).toBe('');
  });
});
