import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { decodeJwt } from 'jose';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import { connectMcpClient } from '../mcp-client.ts';
import type { Tenant } from '../tenant.ts';

const redirectUri = 'http://127.0.0.1:9/callback';
const bridge = 'https://bridge.example/login';
/** Requests per minute that make the service keep something for a stranger: a tenth of the default rate. */
const newClients = 60;

async function registerClient({ baseUrl }: { baseUrl: string }, metadata: object = {}) {
  const answer = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], ...metadata }),
  });
  return { status: answer.status, body: (await answer.json()) as { client_id?: string; error?: string } };
}

/** A tenant with a login bridge, an agent, and what signs its users' session tokens. */
async function target(stack: AttackStack) {
  const tenant = await stack.newTenant();
  const [agentId, sign] = await Promise.all([tenant.publish(), tenant.signer()]);
  await tenant.must('PUT', '/v1/mcp/settings', { body: { login_url: bridge } });
  return { tenant, agentId, sign };
}

function authorizeUrl(tenant: Tenant, agentId: string, clientId: string, verifier = 'x'.repeat(43)): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${tenant.baseUrl}/mcp/${agentId}`,
  });
  return `${tenant.baseUrl}/oauth/authorize?${query.toString()}`;
}

/** Goes to the login bridge. @returns the id of the request token, and the address back for a session token */
async function goToBridge(browser: CookieBrowser, url: string) {
  const { location } = await browser.get(url);
  const sent = new URL((await browser.get(location)).location);
  const request = sent.searchParams.get('request') ?? '';
  const back = (token: string) =>
    `${new URL(url).origin}/mcp/login/return?${new URLSearchParams({ request, token }).toString()}`;
  return { request_jti: decodeJwt(request).jti, back };
}

/** Attacks on the authorization server by OAuth. */
export const oauth: Attack[] = [
  {
    name: 'a sign-in of the victim in the browser of the attacker',
    run: async (stack) => {
      const { tenant, agentId, sign } = await target(stack);
      const { body } = await registerClient(tenant);
      const attacker = new CookieBrowser();
      const url = authorizeUrl(tenant, agentId, body.client_id ?? '');
      const { request_jti, back } = await goToBridge(attacker, url);
      // The victim follows the attacker's link, and signs in.
      const victim = new CookieBrowser();
      const answer = await victim.get(back(await sign('victim', { request_jti })));
      expectThat(answer.status === 400, `the victim's browser was let in with ${answer.status}`);
      const begun = await attacker.get(url);
      const page = await attacker.get(begun.location);
      expectThat(page.location.startsWith(bridge), 'the attacker is signed in as the victim');
      return 'the return is refused outside of the browser that began, and the attacker has to sign in';
    },
  },
  {
    name: "another workspace's session token, and forged request tokens, at the return from the login bridge",
    run: async (stack) => {
      const { tenant, agentId, sign } = await target(stack);
      const mallory = await (await stack.newTenant()).signer();
      const { body } = await registerClient(tenant);
      const browser = new CookieBrowser();
      const url = authorizeUrl(tenant, agentId, body.client_id ?? '');
      const { request_jti, back } = await goToBridge(browser, url);
      const own = { request_jti };
      const refused = [await browser.get(back(await mallory('ada', own)))];
      for (const request of ['x', await sign('ada'), await mallory('ada', { jti: 'x', agent_id: agentId })]) {
        const forged = new URL(back(await sign('ada', own)));
        forged.searchParams.set('request', request);
        refused.push(await browser.get(forged.href));
      }
      const statuses = refused.map(({ status }) => status);
      expectThat(
        statuses.every((status) => [400, 403].includes(status)),
        `answered with ${statuses.join()}`,
      );
      const token = await sign('ada', own);
      const [first, second] = await Promise.all([browser.get(back(token)), browser.get(back(token))]);
      const once = [first.status, second.status].filter((status) => status === 303).length;
      expectThat(once === 1, `${once} of two returns with one request token succeeded`);
      return `${statuses.join(', ')}, and one of two returns at the same time`;
    },
  },
  {
    name: "a user's session token for the API, or for another sign-in, turned into a standing grant",
    run: async (stack) => {
      const { tenant, agentId, sign } = await target(stack);
      const { body } = await registerClient(tenant);
      const url = authorizeUrl(tenant, agentId, body.client_id ?? '');
      const [browser, another] = [new CookieBrowser(), new CookieBrowser()];
      const { request_jti, back } = await goToBridge(browser, url);
      const elsewhere = await goToBridge(another, url);
      const stolen = [await sign('ada'), await sign('ada', { request_jti: elsewhere.request_jti })];
      const statuses = await Promise.all(
        stolen.map(async (token) => (await browser.get(back(token))).status),
      );
      expectThat(statuses.join() === '403,403', `the returns were answered with ${statuses.join()}`);
      const token = await sign('ada', { request_jti });
      const direct = await tenant.request('GET', '/v1/loom/threads', { token });
      expectThat(direct.status === 401, `a token of a sign-in opens the API with ${direct.status}`);
      const { status } = await browser.get(back(token));
      expectThat(status === 303, `the token of this sign-in was answered with ${status}`);
      return 'both are refused with 403, and the token of a sign-in opens nothing under /v1';
    },
  },
  {
    name: 'guessed access tokens, refresh tokens and codes of MCP clients',
    run: async ({ baseUrl }) => {
      const { body } = await registerClient({ baseUrl });
      const ask = async (fields: Record<string, string>) => {
        const form = new URLSearchParams({ client_id: body.client_id ?? '', ...fields });
        return (await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: form })).status;
      };
      const guess = () => randomBytes(32).toString('base64url');
      const statuses = new Set<number>();
      for (let each = 0; each < 20; each += 1) {
        statuses.add(await ask({ grant_type: 'refresh_token', refresh_token: guess() }));
        const code = { code: guess(), code_verifier: guess(), redirect_uri: redirectUri };
        statuses.add(await ask({ grant_type: 'authorization_code', ...code }));
      }
      expectThat([...statuses].join() === '400', `answered with ${[...statuses].join()}`);
      return '40 guesses are answered with 400';
    },
  },
  {
    name: 'MCP clients whose metadata documents lead to private addresses',
    run: async (stack) => {
      const { tenant, agentId } = await target(stack);
      // The stack opens loopback for the hosts of customers.
      let connections = 0;
      const own = createServer((socket) => {
        connections += 1;
        socket.destroy();
      }).listen(0, '127.0.0.1');
      await once(own, 'listening');
      const { port } = own.address() as AddressInfo;
      const hosts = [
        `127.0.0.1:${port}`,
        `[::ffff:127.0.0.1]:${port}`,
        `localhost:${port}`,
        '169.254.169.254',
        '[::ffff:169.254.169.254]',
        '10.0.0.1',
        '[fd00:ec2::254]',
        '0xa9fea9fe',
      ];
      const statuses = await Promise.all(
        hosts.map(async (host) => {
          const url = authorizeUrl(tenant, agentId, `https://${host}/latest/meta-data`);
          return (await new CookieBrowser().get(url)).status;
        }),
      );
      expectThat(
        statuses.every((status) => status === 400),
        `answered with ${statuses.join()}`,
      );
      own.close();
      expectThat(connections === 0, `${connections} connections were made to this machine`);
      return `${hosts.length} of them are refused, and nothing was connected to`;
    },
  },
  {
    name: 'links to the service that lead elsewhere at once',
    run: async (stack) => {
      const { tenant, agentId } = await target(stack);
      const { body } = await registerClient(tenant);
      const link = authorizeUrl(tenant, agentId, body.client_id ?? '');
      const { pathname, search } = new URL(link);
      const links = [
        ...[
          'prompt=none',
          'scope=none',
          'scope=%22',
          'prompt=none+login',
          'request=e30.e30.',
          'resource=x',
        ].map((param) => `${link}&${param}`),
        link.replace('S256', 'plain'),
        `${tenant.baseUrl}${pathname}/anything${search}`,
      ];
      const answers = await Promise.all(links.map(async (each) => await new CookieBrowser().get(each)));
      const led = answers.filter(({ location }) => location !== '').map(({ location }) => location);
      expectThat(led.length === 0, `the browser was sent to ${led.join()}`);
      return `${links.length} links end on a page of the service`;
    },
  },
  {
    name: 'redirects to mail, files and programs of the system, and into the policy of the consent page',
    run: async (stack) => {
      const uris = [
        'ftp://evil.example/',
        'mailto:eve@evil.example',
        'ws://evil.example/',
        'view-source:https://a.example/',

        'file:///etc/passwd',
        'tel:+4912345',
        'ms-settings:network',
        'search-ms:query=x',
        'intent://x#Intent;end',
        "https://a;script-src 'unsafe-inline'",
        'https://a;b.example/',
        'https://a,b.example/',

        'https://user@evil.example/',
        'https://[2001:db8::1]/',
        'JaVaScRiPt:alert(1)',
        'java\tscript:alert(1)',
      ];
      const answers = await Promise.all(
        uris.map(async (uri) => await registerClient(stack, { redirect_uris: [uri] })),
      );
      const taken = uris.filter((_, at) => answers[at]?.status !== 400);
      expectThat(taken.length === 0, `registered: ${taken.join()}`);
      return `${uris.length} of them are refused`;
    },
  },
  {
    name: 'a stolen refresh token, used within the grace of its owner',
    run: async (stack) => {
      const { tenant, agentId } = await target(stack);
      const { clientId, refreshToken } = await connectMcpClient(tenant, agentId);
      const ask = async () => {
        const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
        const answer = await fetch(`${tenant.baseUrl}/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
        });
        return ((await answer.json()) as { refresh_token?: string }).refresh_token;
      };
      const successors = new Set(await Promise.all([ask(), ask(), ask(), ask()]));
      successors.add(await ask());
      const isOne = successors.size === 1 && !successors.has(undefined);
      expectThat(isOne, `five uses led to ${successors.size} successors`);
      return 'five uses lead to one successor, whose second user is noticed';
    },
  },
  {
    name: 'registrations of MCP clients: as large as possible, to scripts and strange places, and a flood of them',
    run: async (stack) => {
      // An address of its own, so that others are not limited with it.
      const api = await stack.startApi({ RATE_LIMIT_PER_MINUTE: String(newClients * 10) });
      try {
        const at = { baseUrl: api.url };
        const odd = await Promise.all(
          [
            'javascript:alert(1)',
            'data:text/html,x',
            'http://evil.example/',
            'https://a.example/#x',
            '',
            `https://a.example/${'x'.repeat(4096)}`,
          ].map(async (uri) => await registerClient(at, { redirect_uris: [uri] })),
        );
        expectThat(
          odd.every(({ status }) => status === 400),
          'a strange redirect was registered',
        );
        const many = Array.from({ length: 5000 }, (_, each) => `a:${each}`);
        const { result, held } = await whileLoopsAreWatched(
          stack,
          async () => await registerClient(stack, { redirect_uris: many, contacts: many.slice(0, 900) }),
        );
        expectThat(result.status === 400, `5,000 redirects were answered with ${result.status}`);
        const flood = await Promise.all(
          Array.from({ length: 2 * newClients }, async () => await registerClient(at)),
        );
        const registered = flood.filter(({ status }) => status === 201).length;
        expectThat(registered <= newClients, `${registered} clients were registered in one burst`);
        return `${registered} of ${flood.length} are registered; ${held}`;
      } finally {
        await api.stop();
      }
    },
  },
];
