import { createHash, randomBytes } from 'node:crypto';
import { CookieBrowser } from '#test/support/mcp/cookie-browser.ts';
import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
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

/** Goes to the login bridge. @returns the address back, for a session token */
async function goToBridge(browser: CookieBrowser, url: string): Promise<(token: string) => string> {
  const { location } = await browser.get(url);
  const sent = new URL((await browser.get(location)).location);
  const request = sent.searchParams.get('request') ?? '';
  return (token) =>
    `${new URL(url).origin}/mcp/login/return?${new URLSearchParams({ request, token }).toString()}`;
}

/** What somebody who speaks OAuth tries on the authorization server. */
export const oauth: Attack[] = [
  {
    name: 'a sign-in of the victim in the browser of the attacker',
    run: async (stack) => {
      const { tenant, agentId, sign } = await target(stack);
      const { body } = await registerClient(tenant);
      const attacker = new CookieBrowser();
      const url = authorizeUrl(tenant, agentId, body.client_id ?? '');
      const back = await goToBridge(attacker, url);
      // The victim follows the attacker's link, and signs in.
      const victim = new CookieBrowser();
      const answer = await victim.get(back(await sign('victim')));
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
      const back = await goToBridge(browser, authorizeUrl(tenant, agentId, body.client_id ?? ''));
      const refused = [await browser.get(back(await mallory('ada')))];
      for (const request of ['x', await sign('ada'), await mallory('ada', { jti: 'x', agent_id: agentId })]) {
        const forged = new URL(back(await sign('ada')));
        forged.searchParams.set('request', request);
        refused.push(await browser.get(forged.href));
      }
      const statuses = refused.map(({ status }) => status);
      expectThat(
        statuses.every((status) => [400, 403].includes(status)),
        `answered with ${statuses.join()}`,
      );
      const token = await sign('ada');
      const [first, second] = await Promise.all([browser.get(back(token)), browser.get(back(token))]);
      const once = [first.status, second.status].filter((status) => status === 303).length;
      expectThat(once === 1, `${once} of two returns with one request token succeeded`);
      return `${statuses.join(', ')}, and one of two returns at the same time`;
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
      const hosts = [
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
      return `${hosts.length} of them are refused`;
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
          ['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/', 'https://a.example/#x', ''].map(
            async (uri) => await registerClient(at, { redirect_uris: [uri] }),
          ),
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
