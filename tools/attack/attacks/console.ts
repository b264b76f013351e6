import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Attack, expectThat } from '../attack.ts';
import type { Tenant } from '../tenant.ts';

const page = { 'console-request': 'console' };

/** Signs in to the console, as its page does. */
async function signIn(
  baseUrl: string,
  credentials: object,
  headers: Record<string, string> = page,
): Promise<{ status: number; cookie: string }> {
  const response = await fetch(`${baseUrl}/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(credentials),
  });
  await response.text();
  const [set = ''] = response.headers.getSetCookie();
  return { status: response.status, cookie: set.split(';')[0] ?? '' };
}

/** The cookie of somebody who is signed in to the tenant's console. */
async function cookieFor({ baseUrl, apiKey }: Tenant): Promise<string> {
  const { status, cookie } = await signIn(baseUrl, { api_key: apiKey, name: 'Ada' });
  expectThat(status === 200, `the sign-in was answered with ${status}`);
  return cookie;
}

/** Makes an API key with whatever a browser sends. */
async function createKey({ baseUrl }: Tenant, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  await response.text();
  return response.status;
}

/** Sends a path as it is, where `fetch` would tidy it up. */
async function getRaw(baseUrl: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(baseUrl);
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.on('error', reject).end();
  });
}

/** Attacks on people who are signed in to the console, and on its files. */
export const consoleAttacks: Attack[] = [
  {
    name: 'requests of another site in a browser that is signed in',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const cookie = await cookieFor(tenant);
      const forged: Record<string, string>[] = [
        {},
        { 'console-request': '' },
        { 'console-request': 'api' },
        { ...page, origin: 'https://evil.example' },
        { ...page, origin: `${stack.baseUrl}.evil.example` },
        { ...page, origin: 'null' },
        { ...page, 'sec-fetch-site': 'cross-site' },
        { ...page, 'sec-fetch-site': 'same-site' },
        { ...page, 'sec-fetch-site': 'none' },
      ];
      for (const headers of forged) {
        const status = await createKey(tenant, { cookie, ...headers });
        expectThat(status === 401, `with ${JSON.stringify(headers)} it was answered with ${status}`);
        const { status: other } = await signIn(
          stack.baseUrl,
          { api_key: tenant.apiKey, name: 'Eve' },
          headers,
        );
        expectThat(other === 403, `a sign-in with ${JSON.stringify(headers)} was answered with ${other}`);
      }
      expectThat((await createKey(tenant, { cookie, ...page })) === 201, 'the page itself was refused');
      return `${2 * forged.length} refused`;
    },
  },
  {
    name: 'a stolen cookie after its API key was deleted, and after the person signed out',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const created = await tenant.must<{ id: string; key: string }>('POST', '/v1/api-keys', { body: {} });
      const { cookie: ofKey } = await signIn(stack.baseUrl, { api_key: created.key, name: 'Ada' });
      const ofPerson = await cookieFor(tenant);
      await tenant.must('DELETE', `/v1/api-keys/${created.id}`);
      await fetch(`${stack.baseUrl}/console/session`, {
        method: 'DELETE',
        headers: { ...page, cookie: ofPerson },
      });
      for (const cookie of [ofKey, ofPerson]) {
        const status = await createKey(tenant, { ...page, cookie });
        expectThat(status === 401, `the cookie was answered with ${status}`);
      }
      return 'both refused at once';
    },
  },
  {
    name: 'one link used by twenty at once',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const api = await stack.startApi({});
      try {
        const code = await stack.newConsoleLink(tenant);
        // Nine of them at the process of the attacks that follow, which may all fail without using up the ten of the address.
        const signIns = Array.from({ length: 20 }, (_, index) =>
          signIn(index % 2 === 0 && index > 0 ? stack.baseUrl : api.url, { code, name: 'Eve' }),
        );
        const statuses = (await Promise.all(signIns)).map(({ status }) => status);
        const count = statuses.filter((status) => status === 200).length;
        expectThat(count === 1, `${count} were signed in`);
        return 'one was signed in';
      } finally {
        await api.stop();
      }
    },
  },
  {
    name: 'keys that outlive the session of a link',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { cookie } = await signIn(stack.baseUrl, {
        code: await stack.newConsoleLink(tenant),
        name: 'The chief',
      });
      const headers = { ...page, cookie, 'content-type': 'application/json' };
      const [key] = await tenant.must<{ id: string }[]>('GET', '/v1/api-keys');
      const tries: [method: string, path: string, body?: string][] = [
        ['POST', '/v1/api-keys', '{}'],
        ['DELETE', `/v1/api-keys/${key?.id}`],
        ['POST', '/v1/signing-keys', '{"algorithm":"HS256"}'],
      ];
      for (const [method, path, body = null] of tries) {
        const { status } = await fetch(`${stack.baseUrl}${path}`, { method, headers, body });
        expectThat(status === 403, `${method} ${path} was answered with ${status}`);
      }
      const read = await fetch(`${stack.baseUrl}/v1/agents`, { headers });
      expectThat(read.status === 200, `the session itself was answered with ${read.status}`);
      const keys = await tenant.must<unknown[]>('GET', '/v1/api-keys');
      expectThat(keys.length === 1, `there are ${keys.length} API keys`);
      return `${tries.length} refused with 403`;
    },
  },
  {
    name: 'guesses of API keys by signing in',
    run: async (stack) => {
      const api = await stack.startApi({});
      try {
        const guess = async () =>
          await signIn(api.url, { api_key: `sk_${randomBytes(32).toString('base64url')}`, name: 'Eve' });
        const guesses = await Promise.all(Array.from({ length: 60 }, guess));
        const judged = guesses.filter(({ status }) => status === 401).length;
        const limited = guesses.filter(({ status }) => status === 429).length;
        expectThat(judged <= 10 && judged + limited === 60, `${judged} guesses were judged`);
        return `${judged} judged, ${limited} limited`;
      } finally {
        await api.stop();
      }
    },
  },
  {
    name: "paths out of the console's folder",
    run: async ({ baseUrl }) => {
      const paths = [
        '/console/../package.json',
        '/console/../../package.json',
        '/console/assets/../../../package.json',
        '/console/%2e%2e/%2e%2e/package.json',
        '/console/..%2f..%2fpackage.json',
        '/console/..%5c..%5cpackage.json',
        '/console//etc/hosts.txt',
        '/console/assets//etc/passwd',
        '/console/assets/%00package.json',
        '/console/.vite/manifest.json',
      ];
      for (const path of paths) {
        const { status, body } = await getRaw(baseUrl, path);
        expectThat(status === 404, `${path} was answered with ${status}`);
        expectThat(!/heddle"|localhost|root:/.test(body), `${path} shows a file`);
      }
      return `${paths.length} times 404`;
    },
  },
];
