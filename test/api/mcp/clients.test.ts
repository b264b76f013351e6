import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { OutboundAnswer, OutboundHttp, OutboundRequest } from '#adapters/outbound-http/port.ts';
import type { McpGrant } from '#contract/grant.ts';
import type { UnusedClients } from '#store/oauth/clients.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorizeUrl,
  bridgeUrl,
  connect,
  mcpTarget,
  pkce,
  postJson,
  redirectUri,
  refresh,
  register,
  type RegisteredClient,
  signIn,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { startService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

/** The hosts of metadata documents: what they answer by URL, and what they were asked. */
const documents = new Map<string, () => Partial<OutboundAnswer>>();
const fetched: OutboundRequest[] = [];
const hosts: OutboundHttp = {
  send: async (request) => {
    fetched.push(request);
    const answer = documents.get(request.url);
    if (answer === undefined) throw new OutboundError('unreachable', 'nothing is there', { effect: 'none' });
    const { status = 200, headers = {}, body = '' } = answer();
    return { status, headers, body, bytes: body.length };
  },
  open: async () => await Promise.reject(new Error('documents are not read as streams')),
  isBlocked: async () => await Promise.resolve(false),
};

const service = perFile(() => startService({ worker: false, services: { documentHttp: hosts } }));
let target: Target;
beforeAll(async () => {
  target = await mcpTarget(service);
});

/** A client that is known by a document at a URL of its own. */
function documented(
  path: string,
  members: object = {},
  headers: Record<string, string> = {},
): RegisteredClient {
  const client_id = `https://ide.example${path}`;
  const document = { client_id, client_name: 'IDE', redirect_uris: [redirectUri], ...members };
  documents.set(client_id, () => ({ headers, body: JSON.stringify(document) }));
  return { client_id, redirect_uris: [redirectUri] };
}

const begin = async (client: RegisteredClient, at = target) =>
  await new CookieBrowser().get(authorizeUrl(at, client, pkce().challenge));
const isAccepted = async (client: RegisteredClient) =>
  (await begin(client)).location.startsWith(`${service.baseUrl}/mcp/login/`);
const fetchesOf = ({ client_id }: RegisteredClient) => fetched.filter(({ url }) => url === client_id).length;

describe('[mcp.oauth.clients] registration', () => {
  it('takes what is used of a client’s metadata, and nothing else', async () => {
    const { client_id, client_id_issued_at, ...rest } = await register(service.baseUrl, {
      client_name: ' An\u0007  IDE ',
      token_endpoint_auth_method: undefined,
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      application_type: 'web',
      logo_uri: 'https://tracker.example/logo.png',
      jwks_uri: 'https://tracker.example/keys',
      scope: 'anything',
      client_secret: 'mine',
      client_id: 'mine',
    });
    expect(client_id).toMatch(/^client_[\w-]{22}$/);
    expect(client_id_issued_at).toEqual(expect.any(Number));
    expect(rest).toMatchObject({
      client_name: 'An IDE',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    });
    for (const name of ['logo_uri', 'jwks_uri', 'scope', 'client_secret'])
      expect(rest).not.toHaveProperty(name);
    expect(fetched.some(({ url }) => url.includes('tracker'))).toBe(false);
  });

  it.each([
    ['no redirects', { redirect_uris: [] }],
    ['21 redirects', { redirect_uris: Array.from({ length: 21 }, (_, at) => `${redirectUri}/${at}`) }],
    ['a long redirect', { redirect_uris: [`https://a.example/${'x'.repeat(2048)}`] }],
    ['a script as redirect', { redirect_uris: ['javascript:alert(1)'] }],
    ['a long name', { client_name: 'x'.repeat(1001) }],
    ['a name that is none', { client_name: { a: 1 } }],
    ['another way to authenticate', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['another response type', { response_types: ['token'] }],
  ])('refuses %s', async (_, metadata) => {
    const { status, body } = await postJson(`${service.baseUrl}/oauth/register`, {
      redirect_uris: [redirectUri],
      ...metadata,
    });
    expect([status, body['error']]).toEqual([
      400,
      expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/),
    ]);
  });

  it.each(['[]', '"x"', '{', `{"a":"${'x'.repeat(100_000)}"}`])('refuses a body like %.20s', async (body) => {
    const answer = await fetch(`${service.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
  });

  it.each([
    `{"redirect_uris":["${redirectUri}"],"redirect_uris":["https://mallory.example/"]}`,
    String.raw`{"redirect_uris":["${redirectUri}"],"redirect\u005furis":["https://mallory.example/"]}`,
  ])('[body.repeated-member] refuses %.20s, which names a member twice', async (body) => {
    const answer = await fetch(`${service.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it.each([
    [
      'what is kept',
      { redirect_uris: Array.from({ length: 3 }, (_, at) => `https://a.example/${at}${'x'.repeat(1500)}`) },
    ],
    ['what is ignored', { contacts: ['x'.repeat(4096)] }],
  ])('refuses more than 4 KB of %s', async (_, metadata) => {
    const { status, body } = await postJson(`${service.baseUrl}/oauth/register`, {
      redirect_uris: [redirectUri],
      ...metadata,
    });
    expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
    expect(body['error_description']).toContain('4096 bytes');
  });

  it('[mcp.oauth.unused-clients] of a client that is never used is forgotten after an hour, of one in use after 90 days', async () => {
    const hoursLeft = async ({ client_id }: RegisteredClient) => {
      const found = await service.db.oauth_clients.findOne({ _id: client_id });
      return Math.round(((found?.expires_at.getTime() ?? 0) - Date.now()) / 3_600_000);
    };
    const client = await register(service.baseUrl);
    expect(await hoursLeft(client)).toBe(1);
    const stored = await service.db.oauth_clients.findOne({ _id: client.client_id });
    expect(JSON.stringify(stored)).not.toContain('127.0.0.1');
    await connect(target, client);
    expect(await hoursLeft(client)).toBe(90 * 24);
    await service.db.oauth_clients.updateOne({ _id: client.client_id }, { $set: { expires_at: new Date() } });
    expect(await isAccepted(client)).toBe(false);
  });
});

describe('[mcp.oauth.unused-clients] clients that nobody has used', () => {
  const started = async (unusedClients: UnusedClients) => {
    const small = await startService({ worker: false, services: { unusedClients } });
    onTestFinished(async () => await small.stop());
    return { small, at: await mcpTarget(small) };
  };

  it('are few of one address, which is told so, while those in use do not count', async () => {
    const { small, at } = await started({ all: 100, ofAddress: 3 });
    const clients = [];
    for (let each = 0; each < 3; each += 1) clients.push(await register(small.baseUrl));
    const ask = async () =>
      await postJson(`${small.baseUrl}/oauth/register`, { redirect_uris: [redirectUri] });
    const refused = await ask();
    expect([refused.status, refused.body['error']]).toEqual([429, 'rate_limited']);
    expect(refused.body['error_description']).toContain('3 clients that were not used yet');
    expect(refused.headers.get('retry-after')).toBe('60');
    await connect(at, clients[0] ?? { client_id: '', redirect_uris: [] });
    expect((await ask()).status).toBe(201);
    expect((await ask()).status).toBe(429);
    await small.db.oauth_clients.updateOne({ unused: true }, { $set: { expires_at: new Date() } });
    expect((await ask()).status).toBe(201);
  });

  it('are few all together, and the oldest of them gives way, so that nobody is kept out', async () => {
    const { small, at } = await started({ all: 3, ofAddress: 100 });
    const clients: RegisteredClient[] = [];
    for (let each = 0; each < 4; each += 1) {
      const client = await register(small.baseUrl);
      if (each === 0) await connect(at, client);
      clients.push(client);
    }
    // The oldest one, whatever the clock could tell apart.
    const older = { $set: { expires_at: new Date(Date.now() + 60_000) } };
    await small.db.oauth_clients.updateOne({ _id: clients[1]?.client_id ?? '' }, older);
    const late = await register(small.baseUrl);
    const ids = (await small.db.oauth_clients.find({}).toArray()).map(({ _id }) => _id);
    const kept = [clients[0], clients[2], clients[3], late].map((client) => client?.client_id);
    expect(new Set(ids)).toEqual(new Set(kept));
  });
});

/** Moves the clock of caches on. */
function later(seconds: number): void {
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + seconds * 1000);
  onTestFinished(() => clock.mockRestore());
}

describe('[mcp.oauth.client-documents] a client-id metadata document', () => {
  it('makes a client known, which the consent page names with the host of its document', async () => {
    const client = documented('/mcp.json');
    const browser = new CookieBrowser();
    const { page } = await signIn(browser, target, authorizeUrl(target, client, pkce().challenge));
    expect(page.body).toContain('calls itself <strong><bdi>IDE</bdi></strong>');
    expect(page.body).toContain('<dt>Described at</dt><dd>ide.example</dd>');
    const { access_token } = await connect(target, client);
    const access = await service.accessTokens.verify(access_token, target.resource);
    expect(access).toMatchObject({ client_id: client.client_id, client_name: 'IDE' });
    const { data } = await target.workspace.client.get<McpGrant[]>('/v1/mcp/grants?subject=ada');
    expect(data.find(({ client: { name } }) => name === 'IDE')?.client).toEqual({
      id: client.client_id,
      name: 'IDE',
      document_host: 'ide.example',
      redirect_host: new URL(redirectUri).host,
    });
    expect(fetchesOf(client)).toBe(1);
    expect(fetched.find(({ url }) => url === client.client_id)).toMatchObject({
      method: 'GET',
      timeoutMs: 2500,
    });
  });

  it.each([
    ['has another client_id', '/other.json', { client_id: 'https://ide.example/mcp.json' }],
    ['has no redirects', '/none.json', { redirect_uris: undefined }],
    ['redirects to a script', '/script.json', { redirect_uris: ['javascript:alert(1)'] }],
    ['has a secret', '/secret.json', { client_secret: 'x' }],
    ['authenticates by a secret', '/method.json', { token_endpoint_auth_method: 'client_secret_post' }],
    ['is large', '/large.json', { padding: 'x'.repeat(20_000) }],
  ])('is refused if it %s', async (_, path, members) => {
    expect(await isAccepted(documented(path, members))).toBe(false);
  });

  it.each([
    { status: 404 },
    { status: 301, headers: { location: 'https://ide.example/mcp.json' } },
    { status: 200, body: '<html>' },
    { status: 200, body: 'null' },
    { status: 200, body: '[]' },
  ])('is refused as %o', async (answer) => {
    const client = documented(`/answers-${JSON.stringify(answer).length}.json`);
    documents.set(client.client_id, () => answer);
    expect(await isAccepted(client)).toBe(false);
    expect(fetched.at(-1)?.url).toBe(client.client_id);
  });

  it.each([
    'http://ide.example/mcp.json',
    'https://ide.example/',
    'https://ide.example/mcp.json#x',
    'https://user@ide.example/mcp.json',
    'https://IDE.example/mcp.json',
    `https://ide.example/${'x'.repeat(500)}`,
  ])('is not fetched from %s', async (client_id) => {
    const before = fetched.length;
    expect(await isAccepted({ client_id, redirect_uris: [redirectUri] })).toBe(false);
    expect(fetched.length).toBe(before);
  });

  it('is cached for as long as its headers say, but for at least a minute', async () => {
    const cached = documented('/cached.json', {}, { 'cache-control': 'max-age=3600' });
    const fresh = documented('/fresh.json', {}, { 'cache-control': 'no-store, max-age=0' });
    for (const client of [cached, cached, fresh, fresh]) expect(await isAccepted(client)).toBe(true);
    expect([fetchesOf(cached), fetchesOf(fresh)]).toEqual([1, 1]);
  });

  it('that cannot be fetched any more signs nobody out, on a process that never saw it', async () => {
    const client = documented('/down.json');
    const { refresh_token } = await connect(target, client);
    const other = (await service.secondApi()).baseUrl;
    documents.set(client.client_id, () => ({ status: 503 }));
    expect((await refresh(other, client, refresh_token)).status).toBe(200);
    const stranger = documented('/never.json');
    documents.delete(stranger.client_id);
    expect(await isAccepted(stranger)).toBe(false);
  });

  it('that cannot be fetched while somebody signs in ends on a page that says so, and they go on when it can', async () => {
    const client = documented('/away.json');
    const document = documents.get(client.client_id);
    const browser = new CookieBrowser();
    const { location } = await browser.get(authorizeUrl(target, client, pkce().challenge));
    // A process that has not cached it.
    const elsewhere = location.replace(service.baseUrl, (await service.secondApi()).baseUrl);
    documents.delete(client.client_id);
    const refused = await browser.get(elsewhere);
    expect(refused.status).toBe(400);
    expect(refused.body).toContain('The app cannot be connected');
    expect(refused.body).toContain('(invalid_client)');
    documents.set(client.client_id, document ?? (() => ({})));
    later(31);
    expect((await browser.get(elsewhere)).location).toContain(bridgeUrl);
  });

  it.each([
    ['whose host is not there', undefined],
    ['that is not there', { status: 404 }],
    ['whose host fails', { status: 500 }],
    ['that cannot be used', { body: '{}' }],
  ])('%s is asked for once in half a minute', async (name, answer) => {
    const client = documented(`/${name.replaceAll(' ', '-')}.json`);
    const document = documents.get(client.client_id);
    if (answer === undefined) documents.delete(client.client_id);
    else documents.set(client.client_id, () => answer);
    for (let each = 0; each < 3; each += 1) expect(await isAccepted(client)).toBe(false);
    expect(fetchesOf(client)).toBe(1);
    documents.set(client.client_id, document ?? (() => ({})));
    later(31);
    expect([await isAccepted(client), fetchesOf(client)]).toEqual([true, 2]);
  });

  it('[outbound.private-addresses] is not fetched from a private address, whatever leads there and whatever the deployment opens for the hosts of its customers', async () => {
    const private_ = createServer().listen(0, '127.0.0.1');
    await once(private_, 'listening');
    const { port } = private_.address() as AddressInfo;
    let connections = 0;
    private_.on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
    // As it is deployed, with ALLOW_PRIVATE_ADDRESSES=loopback: customers' connections may lead there.
    const guarded = await startService({ worker: false });
    onTestFinished(async () => {
      await guarded.stop();
      private_.close();
    });
    const at = await mcpTarget(guarded);
    for (const host of [
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `localhost:${port}`,
      '169.254.169.254',
      '10.0.0.1',
    ]) {
      const client = { client_id: `https://${host}/client.json`, redirect_uris: [redirectUri] };
      const answer = await begin(client, at);
      expect([host, answer.status, answer.location]).toEqual([host, 400, '']);
      expect(answer.body).not.toContain('ECONN');
    }
    expect(connections).toBe(0);
    const { client } = at.workspace;
    const { data } = await client.post<{ id: string }>('/v1/connections', {
      name: 'own',
      base_url: `http://127.0.0.1:${port}`,
      auth: { type: 'none' },
    });
    await client.post(`/v1/connections/${data.id}/test`);
    expect(connections).toBeGreaterThan(0);
  });
});
