import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OutboundError } from '#adapters/outbound-http/errors.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import type { OutboundAnswer, OutboundHttp, OutboundRequest } from '#adapters/outbound-http/port.ts';
import { CookieBrowser } from '../../support/mcp/cookie-browser.ts';
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
import { startService, type TestService } from '../../support/service.ts';

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
};

let service: TestService;
let target: Target;
beforeAll(async () => {
  service = await startService({ worker: false, services: { outboundHttp: hosts } });
  target = await mcpTarget(service);
});
afterAll(async () => await service.stop());

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
    ['data as redirect', { redirect_uris: ['data:text/html,x'] }],
    ['a redirect without TLS', { redirect_uris: ['http://app.example/cb'] }],
    ['a redirect with a fragment', { redirect_uris: ['https://app.example/cb#x'] }],
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

  it('[mcp.oauth.unused-clients] of a client that is never used is forgotten after a day, of one in use after 90', async () => {
    const daysLeft = async ({ client_id }: RegisteredClient) => {
      const found = await service.db.oauth_clients.findOne({ _id: client_id });
      return Math.round(((found?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000);
    };
    const client = await register(service.baseUrl);
    expect(await daysLeft(client)).toBe(1);
    await connect(target, client);
    expect(await daysLeft(client)).toBe(90);
    await service.db.oauth_clients.updateOne({ _id: client.client_id }, { $set: { expires_at: new Date() } });
    expect(await isAccepted(client)).toBe(false);
  });
});

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
    'https://ide.example',
    'https://ide.example/',
    'https://ide.example/?a=1',
    'https://ide.example/mcp.json?a=1',
    'https://ide.example/mcp.json#x',
    'https://user@ide.example/mcp.json',
    'https://ide.example/a/../mcp.json',
    'https://IDE.example/mcp.json',
    'ftp://ide.example/mcp.json',
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
    expect((await browser.get(elsewhere)).location).toContain(bridgeUrl);
  });

  it('[outbound.private-addresses] is not fetched from a private address, whatever leads there', async () => {
    const private_ = createServer().listen(0, '127.0.0.1');
    await once(private_, 'listening');
    const { port } = private_.address() as AddressInfo;
    let connections = 0;
    private_.on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
    const outboundHttp = createOutboundHttp({
      lookup: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const guarded = await startService({ worker: false, services: { outboundHttp } });
    onTestFinished(async () => {
      await guarded.stop();
      await outboundHttp.close();
      private_.close();
    });
    const at = await mcpTarget(guarded);
    for (const host of [
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `private.example:${port}`,
      '169.254.169.254',
      '10.0.0.1',
    ]) {
      const client = { client_id: `https://${host}/client.json`, redirect_uris: [redirectUri] };
      const answer = await begin(client, at);
      expect([host, answer.status, answer.location]).toEqual([host, 400, '']);
      expect(answer.body).not.toContain('ECONN');
    }
    expect(connections).toBe(0);
  });
});
