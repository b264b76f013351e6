import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { RequestRecord } from '#contract/request.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorize,
  authorizeUrl,
  connect,
  exchange,
  mcpTarget,
  pkce,
  postForm,
  postJson,
  redirectUri,
  refresh,
  register,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { startService, type TestService } from '../../support/service.ts';

/** Small enough to be used up, and enough for one authorization. */
const perMinute = 20;

async function limited(): Promise<{ service: TestService; target: Target }> {
  const service = await startService({ worker: false, requestsPerMinute: perMinute });
  onTestFinished(async () => await service.stop());
  return { service, target: await mcpTarget(service) };
}

const told = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

describe('[mcp.oauth.limits] requests of strangers', () => {
  it('are limited by address, and do not touch the allowance of a workspace', async () => {
    const { service, target } = await limited();
    const url = `${service.baseUrl}/.well-known/oauth-authorization-server`;
    const answers = await Promise.all(Array.from({ length: perMinute + 5 }, async () => await fetch(url)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(perMinute);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429)?.headers ?? new Headers();
    expect(Number(refused.get('retry-after'))).toBeGreaterThan(0);
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
      expect((await postForm(`${service.baseUrl}${path}`, { token: 'x' })).status).toBe(429);
    }
    for (const path of ['/oauth/authorize', '/mcp/login/return', '/mcp/login/x', '/oauth/jwks']) {
      expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(429);
    }
    expect((await target.workspace.client.get('/v1/mcp/grants')).status).toBe(200);
  });

  it('a flood of registrations is stopped early, and stores nothing more', async () => {
    const { service } = await limited();
    const metadata = { redirect_uris: [redirectUri] };
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => await postJson(`${service.baseUrl}/oauth/register`, metadata)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(perMinute / 10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - perMinute / 10);
    expect(await service.db.oauth_clients.countDocuments()).toBe(perMinute / 10);
  });

  it('documents are fetched for a few new clients, however many register, and always for those that are in use', async () => {
    const fetches = new Map<string, number>();
    const outboundHttp: OutboundHttp = {
      send: async ({ url }) => {
        fetches.set(url, (fetches.get(url) ?? 0) + 1);
        const document = { client_id: url, redirect_uris: [redirectUri] };
        const isThere = url.startsWith('https://ide.example/');
        return await Promise.resolve({
          status: isThere ? 200 : 404,
          headers: {},
          body: isThere ? JSON.stringify(document) : '',
          bytes: 0,
        });
      },
      open: async () => await Promise.reject(new Error('documents are not read as streams')),
      isBlocked: async () => await Promise.resolve(false),
    };
    const service = await startService({
      worker: false,
      requestsPerMinute: 10 * perMinute,
      services: { documentHttp: outboundHttp },
    });
    onTestFinished(async () => await service.stop());
    const target = await mcpTarget(service);
    const named = (url: string) => ({ client_id: url, redirect_uris: [redirectUri] });
    const begin = async (url: string, at = target) =>
      await new CookieBrowser().get(authorizeUrl(at, named(url), pkce().challenge));
    const flood = Array.from(
      { length: perMinute + 5 },
      async () =>
        (await postJson(`${service.baseUrl}/oauth/register`, { redirect_uris: [redirectUri] })).status,
    );
    expect((await Promise.all(flood)).filter((status) => status === 429)).toHaveLength(5);
    const used = named('https://ide.example/used');
    const { refresh_token } = await connect(target, used);
    // Cached now: it costs nothing, however often it is named.
    for (let each = 0; each < 2 * perMinute; each += 1)
      expect((await begin(used.client_id)).location).toContain('/mcp/login/');
    expect(fetches.get(used.client_id)).toBe(1);
    // At once, and for more than two minutes, so that it does not matter whether one ends meanwhile.
    const floodOf = async (at = target) =>
      await Promise.all(
        Array.from(
          { length: 3 * perMinute },
          async (_, each) => (await begin(`https://none.example/${each}`, at)).status,
        ),
      );
    expect(new Set(await floodOf())).toEqual(new Set([400, 429]));
    const refused = await begin('https://ide.example/late');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const ofNone = [...fetches.keys()].filter((url) => url.startsWith('https://none.example/'));
    expect(ofNone.length).toBeLessThanOrEqual(2 * perMinute);
    // A process that has not cached it yet, and whose allowance is used up as well.
    const elsewhere = { ...target, baseUrl: (await service.secondApi()).baseUrl };
    await floodOf(elsewhere);
    expect((await begin('https://ide.example/late', elsewhere)).status).toBe(429);
    expect((await refresh(elsewhere.baseUrl, used, refresh_token)).status).toBe(200);
    expect(fetches.get(used.client_id)).toBe(2);
  });
});

it('[mcp.oauth.limits] a request with a valid token counts against its workspace, and against no address', async () => {
  const { service, target } = await limited();
  await service.db.workspaces.updateOne(
    { _id: target.workspace.id },
    { $set: { rate_limit_per_minute: 1000 } },
  );
  const client = await register(service.baseUrl);
  let { refresh_token } = await connect(target, client);
  // Processes that have not read another rate yet.
  const [{ baseUrl: first }, { baseUrl: second }] = [await service.secondApi(), await service.secondApi()];
  for (let each = 0; each < perMinute + 5; each += 1) {
    const { status, headers, body } = await refresh(first, client, refresh_token);
    expect(status).toBe(200);
    // Half of what the few other requests leave.
    expect(Number(told(headers)[0])).toBeGreaterThan(490);
    refresh_token = String(body['refresh_token']);
  }
  await service.db.workspaces.updateOne({ _id: target.workspace.id }, { $set: { rate_limit_per_minute: 1 } });
  await refresh(second, client, refresh_token);
  const refused = await refresh(second, client, refresh_token);
  expect([refused.status, refused.body['error']]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('[mcp.oauth.recorded] the request log', () => {
  let service: TestService;
  let target: Target;
  beforeAll(async () => {
    service = await startService({ worker: false });
    target = await mcpTarget(service);
  });
  afterAll(async () => await service.stop());

  it('has what belongs to a workspace, with its subject once it is known, and no secret', async () => {
    const client = await register(service.baseUrl);
    const issued = await authorize(target, client);
    const { body } = await exchange(service.baseUrl, issued);
    const { data } = await target.workspace.client.get<RequestRecord[]>('/v1/requests?product=mcp');
    const records = data.filter(({ path }) => !path.startsWith('/v1/')).toReversed();
    expect(
      records.map(({ method, route, status, origin, subject_ref }) => [
        method,
        route,
        status,
        origin,
        subject_ref,
      ]),
    ).toEqual([
      ['GET', '/oauth/authorize', 303, 'mcp', undefined],
      ['GET', '/mcp/login/{uid}', 303, 'mcp', undefined],
      ['GET', '/mcp/login/return', 303, 'mcp', 'ada'],
      ['GET', '/mcp/login/{uid}', 200, 'mcp', 'ada'],
      ['POST', '/mcp/login/{uid}', 303, 'mcp', 'ada'],
      ['GET', '/oauth/authorize/{uid}', 303, 'mcp', undefined],
      ['POST', '/oauth/token', 200, 'mcp', 'ada'],
    ]);
    for (const { path, route } of records) expect(path).toBe(route);
    const written = JSON.stringify([records, service.logs]);
    for (const secret of [issued.code, issued.verifier, body['access_token'], body['refresh_token'], 'eyJ']) {
      expect(written).not.toContain(secret);
    }
    const lines = service.logs.map(
      ({ method, path, status }) => `${String(method)} ${String(path)} ${String(status)}`,
    );
    expect(lines).toContain('POST /oauth/register 201');
    expect(lines).toContain('GET /mcp/login/{uid} 200');
  });
});

it('[mcp.oauth.limits] [mcp.server.limits] whoever guesses access tokens uses up the allowance of their address, and the bearer of one does not', async () => {
  const { service, target } = await limited();
  const { access_token } = await connect(target, await register(service.baseUrl));
  const ping = async (token: string) => await sendRaw(target.resource, { token, body: rpc('ping') });
  expect((await ping(access_token)).status).toBe(200);
  const guesses = await Promise.all(
    Array.from({ length: perMinute + 5 }, async (_, guess) => await ping(String(guess).padStart(43, 'x'))),
  );
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(perMinute);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  // Others behind the same address continue, and spend the allowance of their workspace.
  const { status, headers } = await ping(access_token);
  const [limit, remaining] = told(headers);
  expect(status).toBe(200);
  expect(Number(limit)).toBeLessThanOrEqual(perMinute / 2);
  expect(Number(remaining)).toBeGreaterThan(0);
});
