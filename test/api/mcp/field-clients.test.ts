import { beforeAll, describe, expect, it } from 'vitest';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorizeUrl,
  connect,
  decideOn,
  exchange,
  mcpTarget,
  pkce,
  refresh,
  register,
  type RegisteredClient,
  signIn,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let target: Target;
let client: RegisteredClient;
let token: string;
beforeAll(async () => {
  target = await mcpTarget(service);
  client = await register(service.baseUrl);
  token = (await connect(target, client)).access_token;
});

/** Authorizes a client with other parameters than the usual. @returns what its tokens are exchanged for, and where */
async function authorizeWith(of: RegisteredClient, params: Record<string, string | undefined>) {
  const { verifier, challenge } = pkce();
  const browser = new CookieBrowser();
  const asked = await signIn(browser, target, authorizeUrl(target, of, challenge, params));
  const sentTo = await decideOn(browser, asked, 'approve');
  const code = sentTo.searchParams.get('code') ?? '';
  return { sentTo, page: asked.page, issued: { client: of, code, verifier } };
}

describe('[mcp.oauth.redirect] redirects', () => {
  it.each([
    ['Claude', 'https://claude.ai/api/mcp/auth_callback', 'claude.ai'],
    ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback', 'cursor'],
    ['a desktop app', 'com.example.app:/oauth2redirect', 'com.example.app'],
  ])('of %s, to %s, are named on the consent page and followed', async (_, uri, named) => {
    const registered = await register(service.baseUrl, { redirect_uris: [uri] });
    const { sentTo, page, issued } = await authorizeWith(registered, {});
    expect(page.body).toContain(named);
    expect(sentTo.href.split('?')[0]).toBe(uri);
    expect(sentTo.searchParams.get('iss')).toBe(service.baseUrl);
    expect((await exchange(service.baseUrl, issued)).status).toBe(200);
  });

  it.each(['http://127.0.0.1/callback', 'http://localhost/callback', 'http://[::1]:3118/callback'])(
    'of programs that registered %s may have any port there, and no other path',
    async (uri) => {
      const registered = await register(service.baseUrl, { redirect_uris: [uri] });
      const withPort = new URL(uri);
      withPort.port = '51234';
      const { sentTo, issued } = await authorizeWith(registered, { redirect_uri: withPort.href });
      expect(sentTo.origin).toBe(withPort.origin);
      const redirect_uri = withPort.href;
      expect((await exchange(service.baseUrl, issued, { redirect_uri })).status).toBe(200);
      const elsewhere = authorizeUrl(target, registered, pkce().challenge, {
        redirect_uri: `${redirect_uri}/evil`,
      });
      expect((await new CookieBrowser().get(elsewhere)).status).toBe(400);
    },
  );

  it('of one program may be several, of which each works', async () => {
    const redirect_uris = ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'];
    const registered = await register(service.baseUrl, { redirect_uris, application_type: 'native' });
    for (const redirect_uri of redirect_uris) {
      const { issued } = await authorizeWith(registered, { redirect_uri });
      expect((await exchange(service.baseUrl, issued, { redirect_uri })).status).toBe(200);
    }
  });
});

describe('[mcp.oauth.resource] the resource', () => {
  it('may be left out where a code or a refresh token is exchanged, and then is that of the authorization', async () => {
    const { issued } = await authorizeWith(client, {});
    const { body } = await exchange(service.baseUrl, issued);
    const again = await refresh(service.baseUrl, client, String(body['refresh_token']));
    expect(
      await service.accessTokens.verify(String(again.body['access_token']), target.resource),
    ).toBeDefined();
    const named = await refresh(service.baseUrl, client, String(again.body['refresh_token']), {
      resource: target.resource,
    });
    expect(named.status).toBe(200);
  });
});

describe('[mcp.server.transport] the MCP server', () => {
  it.each(['GET', 'DELETE'])(
    'answers %s with 405, as a server without streams and sessions',
    async (method) => {
      const headers = { 'mcp-session-id': 'any', accept: 'text/event-stream' };
      const answer = await sendRaw(target.resource, { method, token, headers });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    },
  );

  it.each(['2025-06-18', '2025-11-25'])('answers a client of %s', async (version) => {
    const headers = { 'mcp-protocol-version': version };
    const initialize = {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    };
    const begun = await sendRaw(target.resource, { token, headers, body: rpc('initialize', initialize) });
    expect(begun.message.result).toMatchObject({ protocolVersion: version });
    expect(begun.headers.get('mcp-session-id')).toBeNull();
    const pong = await sendRaw(target.resource, { token, headers, body: rpc('ping') });
    expect([pong.status, pong.message.result]).toEqual([200, {}]);
    for (const method of [
      'notifications/initialized',
      'notifications/cancelled',
      'notifications/x/unknown',
    ]) {
      const note = await sendRaw(target.resource, { token, headers, body: { jsonrpc: '2.0', method } });
      expect([method, note.status, note.text]).toEqual([method, 202, '']);
    }
    for (const method of ['resources/subscribe', 'prompts/list', 'unknown/method']) {
      const { message } = await sendRaw(target.resource, { token, headers, body: rpc(method) });
      expect([method, message.error?.code]).toEqual([method, -32_601]);
    }
  });

  it('offers a client that guesses no other metadata than its own', async () => {
    const path = new URL(target.resource).pathname;
    for (const guess of [
      `/.well-known/oauth-authorization-server${path}`,
      `/.well-known/openid-configuration${path}`,
      `${path}/.well-known/openid-configuration`,
      `${path}/.well-known/oauth-protected-resource`,
    ]) {
      const answer = await fetch(`${service.baseUrl}${guess}`);
      expect([guess, answer.status]).toEqual([guess, 404]);
    }
  });
});

it('[mcp.server.origin] a page on the computer on which the service runs, such as the MCP Inspector, may call it from a browser', async () => {
  const origin = 'http://localhost:6274';
  const preflight = await fetch(target.resource, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-session-id',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
  for (const header of ['authorization', 'mcp-protocol-version', 'mcp-session-id'])
    expect(allowed).toContain(header);
  const refused = await sendRaw(target.resource, { headers: { origin }, body: rpc('ping') });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  const exposed = refused.headers.get('access-control-expose-headers') ?? '';
  for (const header of ['WWW-Authenticate', 'Mcp-Session-Id', 'Mcp-Protocol-Version'])
    expect(exposed).toContain(header);
  // Only the MCP server: the API itself is for the origins that are configured.
  const api = await fetch(`${service.baseUrl}/v1/agents`, { headers: { origin } });
  expect(api.headers.get('access-control-allow-origin')).toBeNull();
  const strange = await sendRaw(target.resource, {
    headers: { origin: 'http://evil.example' },
    body: rpc('ping'),
  });
  expect([strange.status, strange.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});
