import { newId } from '#store/mongo/ids.ts';
import { createRemoteJWKSet, decodeJwt, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { deriveOAuthKeys } from '#api/oauth/keys.ts';
import { RequestTokens } from '#api/oauth/login/request-token.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { type BrowserAnswer, CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorizeUrl,
  bridgeUrl,
  comeBack,
  goToBridge,
  hiddenFields,
  mcpTarget,
  pkce,
  register,
  type RegisteredClient,
  signAnswer,
  signIn,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { isTaken, nowSeconds, registerSigner, signToken } from '../../support/session-tokens.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let other: string;
let target: Target;
let stranger: Target;
let client: RegisteredClient;
beforeAll(async () => {
  other = (await service.secondApi()).baseUrl;
  [target, stranger] = await Promise.all([mcpTarget(service), mcpTarget(service)]);
  client = await register(service.baseUrl, { client_name: 'Tester' });
});

const start = () => authorizeUrl(target, client, pkce().challenge);

/** A browser at the bridge. */
async function atBridge() {
  const browser = new CookieBrowser();
  return { browser, request: await goToBridge(browser, start()) };
}

/** How an authorization ended: on a page in plain words, without anything internal. */
function endOf({ status, location, body, headers }: BrowserAnswer): [status: number, title: string] {
  expect(location).toBe('');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).not.toMatch(/Error:|node_modules|<script/);
  return [status, /<h1>(.*)<\/h1>/.exec(body)?.[1] ?? ''];
}

describe('[mcp.login.settings] the login bridge of a workspace', () => {
  const put = async (body: unknown, of = target) =>
    await of.workspace.client.send('PUT', '/v1/mcp/settings', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('is set, read and removed with an API key, for the workspace alone', async () => {
    const { workspace } = await mcpTarget(service);
    const of = { ...target, workspace };
    expect((await put({ login_url: 'https://a.example/login' }, of)).data).toEqual({
      login_url: 'https://a.example/login',
    });
    expect((await workspace.client.get('/v1/mcp/settings')).data).toEqual({
      login_url: 'https://a.example/login',
    });
    expect((await target.workspace.client.get('/v1/mcp/settings')).data).toEqual({ login_url: bridgeUrl });
    const kept = { login_url: 'https://a.example/login', approvals: 'page' };
    expect((await put({ approvals: 'page' }, of)).data).toEqual(kept);
    expect((await put({ login_url: null }, of)).data).toEqual({ approvals: 'page' });
    await put({ approvals: 'anywhere' }, of);
    expect((await workspace.client.get('/v1/mcp/settings')).data).toEqual({ approvals: 'anywhere' });
    const token = await signToken(target.signer);
    const direct = await target.workspace.client.with({ apiKey: token }).get('/v1/mcp/settings');
    expect([direct.status, direct.error.code]).toEqual([403, 'forbidden']);
  });

  it.each([
    {},
    { login_url: '' },
    { login_url: 'bridge.example' },
    { login_url: 'javascript:alert(1)' },
    { login_url: 'https://u:p@a.example/' },
    { login_url: 'https://a.example/#x' },
    { login_url: bridgeUrl, more: 1 },
  ])('cannot be %o', async (body) => {
    const { status, error } = await put(body);
    expect([status, error.code]).toEqual([422, 'invalid_request']);
  });

  it('[mcp.login.no-bridge] is needed: without it, authorization ends on a page that says so', async () => {
    const bare = await service.workspace();
    const agent = await publishScripted(bare.client);
    const of = { ...target, workspace: bare, resource: `${service.baseUrl}/mcp/${agent.id}` };
    const browser = new CookieBrowser();
    const begun = await browser.get(authorizeUrl(of, client, pkce().challenge));
    expect(endOf(await browser.get(begun.location))).toEqual([400, 'Signing in is not set up']);
  });
});

describe('[mcp.login.request-token] the request token', () => {
  it('says what the bridge needs to know, signed by a key that anybody can read', async () => {
    const { request } = await atBridge();
    const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/oauth/jwks`));
    const { payload, protectedHeader } = await jwtVerify(request, keys, { issuer: service.baseUrl });
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: expect.any(String) });
    expect(payload).toEqual({
      iss: service.baseUrl,
      jti: expect.stringMatching(/^[\w-]{22}$/),
      agent_id: target.agentId,
      client_name: 'Tester',
      return_to: `${service.baseUrl}/mcp/login/return`,
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 300,
    });
  });

  it('works once, on whichever process: a replayed return is refused', async () => {
    const { browser, request } = await atBridge();
    const cookies = [...browser.cookies];
    const token = await signAnswer(target, request);
    const first = await comeBack(browser, target, request, token);
    expect(first.status).toBe(303);
    expect(endOf(await comeBack(browser, target, request, token))).toEqual([
      400,
      'This sign-in was started elsewhere',
    ]);
    browser.cookies = cookies;
    const again = await comeBack(browser, { baseUrl: other }, request, token);
    expect(endOf(again)).toEqual([409, 'This sign-in was used already']);
  });

  it('of ten returns at the same time, on two processes, one succeeds', async () => {
    const { browser, request } = await atBridge();
    const token = await signAnswer(target, request);
    const all = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const copy = new CookieBrowser();
        copy.cookies = [...browser.cookies];
        return await comeBack(copy, { baseUrl: index % 2 === 0 ? service.baseUrl : other }, request, token);
      }),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  it('that was replaced by a newer one of the same page no longer works', async () => {
    const browser = new CookieBrowser();
    const begun = await browser.get(start());
    const requestAt = async () =>
      new URL((await browser.get(begun.location)).location).searchParams.get('request') ?? '';
    const [older, newer] = [await requestAt(), await requestAt()];
    expect(endOf(await comeBack(browser, target, older, await signAnswer(target, older)))).toEqual([
      409,
      'This sign-in was used already',
    ]);
    expect((await comeBack(browser, target, newer, await signAnswer(target, newer))).status).toBe(303);
  });

  it('that is forged, changed, of another key or expired is refused', async () => {
    const { browser, request } = await atBridge();
    const token = await signAnswer(target, request);
    const claims = decodeJwt(request);
    const [header = '', payload = '', signature = ''] = request.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, agent_id: stranger.agentId })).toString(
      'base64url',
    );
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const own = new RequestTokens(
      service.baseUrl,
      deriveOAuthKeys([{ id: 'own', key: Buffer.alloc(32, 1) }]).signing,
    );
    const forged = [
      '',
      'a.b.c',
      `${header}.${changed}.${signature}`,
      `${none}.${payload}.`,
      (await own.issue({ agent_id: target.agentId, client_name: 'x' })).token,
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(32))),
      await signToken(target.signer, claims),
    ];
    for (const each of forged) {
      expect(endOf(await comeBack(browser, target, each, token))).toEqual([400, 'This sign-in is not valid']);
    }
    expect((await comeBack(browser, target, request, token)).status).toBe(303);
  });
});

describe('[mcp.login.bridge] coming back', () => {
  it('is possible only in the browser that was sent', async () => {
    const { request } = await atBridge();
    const elsewhere = await atBridge();
    const token = await signAnswer(target, request);
    for (const browser of [new CookieBrowser(), elsewhere.browser]) {
      expect(endOf(await comeBack(browser, target, request, token))).toEqual([
        400,
        'This sign-in was started elsewhere',
      ]);
    }
  });

  it('does not sign anybody in at the browser of somebody else who began', async () => {
    const attacker = await atBridge();
    const victimToken = await signAnswer(target, attacker.request, { sub: 'victim' });
    await comeBack(new CookieBrowser(), target, attacker.request, victimToken);
    const page = await attacker.browser.get(start());
    const next = await attacker.browser.get(page.location);
    expect(next.location).toContain(bridgeUrl);
    expect(`${next.body}${page.body}`).not.toContain('victim');
  });

  it('needs a cookie that was not changed', async () => {
    const { browser, request } = await atBridge();
    for (const cookie of browser.cookies) {
      if (/^oauth_login_\d+$/.test(cookie.name)) cookie.value += 'x';
    }
    const answer = await comeBack(browser, target, request, await signAnswer(target, request));
    expect(endOf(answer)).toEqual([400, 'This sign-in was started elsewhere']);
  });

  it('needs a valid session token of the agent’s workspace, and allows a second try', async () => {
    const { browser, request } = await atBridge();
    const spare = await registerSigner(target.workspace.client);
    await target.workspace.client.send('DELETE', `/v1/signing-keys/${spare.kid}`);
    const refused = [
      '',
      'x.y.z',
      target.workspace.apiKey,
      request,
      await signAnswer(stranger, request),
      await signAnswer({ signer: spare }, request),
      await signAnswer(target, request, { exp: nowSeconds() - 60, iat: nowSeconds() - 120 }),
      await signAnswer(target, request, { aud: 'other' }),
      await signAnswer(target, request, { sub: undefined }),
      await signAnswer(target, request, { agent_id: stranger.agentId }),
      // A grant would not be restricted to the connection.
      await signAnswer(target, request, { connection: newId() }),
    ];
    for (const token of refused) {
      expect(endOf(await comeBack(browser, target, request, token))).toEqual([403, 'You were not signed in']);
    }
    const own = await signAnswer(target, request, { agent_id: target.agentId, sub: 'ada' });
    expect((await comeBack(browser, target, request, own)).status).toBe(303);
  });

  it.each([
    ['none, as a token for the API has it', () => undefined],
    ['null', () => null],
    ['an empty text', () => ''],
    ['that of another sign-in', (_: unknown, other: unknown) => other],
    ['a list that contains it', (own: unknown) => [own]],
    ['a part of it', (own: unknown) => String(own).slice(0, -1)],
  ])(
    '[mcp.login.own-token] needs a session token that was signed for this very sign-in: with the request_jti %s, it is refused',
    async (_, claim) => {
      const { browser, request } = await atBridge();
      const another = await atBridge();
      const [own, other] = [decodeJwt(request).jti, decodeJwt(another.request).jti];
      const token = await signToken(target.signer, { request_jti: claim(own, other) });
      expect(endOf(await comeBack(browser, target, request, token))).toEqual([403, 'You were not signed in']);
      const right = await comeBack(browser, target, request, await signAnswer(target, request));
      expect(right.status).toBe(303);
    },
  );

  it('[mcp.login.own-token] needs a session token that opens nothing under /v1', async () => {
    const { request } = await atBridge();
    expect(await isTaken(service.baseUrl, await signAnswer(target, request))).toBe(false);
    for (const request_jti of [null, '', 0, false, []]) {
      expect(await isTaken(service.baseUrl, await signToken(target.signer, { request_jti }))).toBe(false);
    }
    expect(await isTaken(service.baseUrl, await signToken(target.signer))).toBe(true);
  });

  it('leads to an address without a credential, which is not cached and tells nobody where it came from', async () => {
    const { browser, request } = await atBridge();
    const back = await comeBack(browser, target, request, await signAnswer(target, request));
    expect(new URL(back.location).search).toBe('');
    expect(back.location).toMatch(new RegExp(`^${service.baseUrl}/mcp/login/[\\w-]+$`));
    for (const { headers } of [back, await browser.get(back.location)]) {
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        'no-store',
        'no-referrer',
      ]);
    }
  });

  it('of two tabs of one browser, each continues its own', async () => {
    const browser = new CookieBrowser();
    const named = await register(service.baseUrl, { client_name: 'Second tab' });
    const first = await goToBridge(browser, start());
    const second = await goToBridge(browser, authorizeUrl(target, named, pkce().challenge));
    const backs = [];
    for (const request of [second, first]) {
      backs.push(await comeBack(browser, target, request, await signAnswer(target, request)));
    }
    const pages = await Promise.all(backs.map(async ({ location }) => await browser.get(location)));
    expect(pages.map(({ body }) => body.includes('Second tab'))).toEqual([true, false]);
    expect(new Set(pages.map((page) => hiddenFields(page)['form_token'])).size).toBe(2);
  });

  it('after a quarter of an hour it is too late', async () => {
    const browser = new CookieBrowser();
    const { at } = await signIn(browser, target, start());
    await service.db.oauth_interactions.updateMany({}, { $set: { expires_at: new Date() } });
    expect(endOf(await browser.get(at))).toEqual([400, 'This page is no longer valid']);
  });
});
