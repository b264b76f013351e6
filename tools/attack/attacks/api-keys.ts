import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiKeyScope, apiKeyScopes, hasScope } from '#contract/api-key.ts';
import { type Attack, expectThat } from '../attack.ts';
import { signInByKey } from '../console-sign-in.ts';
import { describedOperations } from '../operations.ts';
import { Tenant } from '../tenant.ts';

/** How long the key of an attack lives that looks at what ends with it. Its requests before take less. */
const lifeMs = 10_000;
const credentialIsReadEveryMs = 5000;

/** Makes an API key. @returns a tenant that uses it */
async function withKey(tenant: Tenant, body: object): Promise<Tenant> {
  const { key } = await tenant.must<{ key: string }>('POST', '/v1/api-keys', { body });
  return new Tenant(tenant.baseUrl, tenant.workspaceId, key);
}

/** Attacks with an API key of limited scopes or a limited life. */
export const apiKeys: Attack[] = [
  {
    name: 'every operation outside of the scopes of an API key',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const operations = await describedOperations(stack);
      let refused = 0;
      for (const held of apiKeyScopes) {
        const narrow = await withKey(tenant, { scopes: [held] });
        const page = await signInByKey(narrow, 'Ada');
        for (const { method, path, scope } of operations) {
          expectThat(scope !== undefined, `${method} ${path} needs no scope`);
          if (hasScope([held], scope as ApiKeyScope)) continue;
          const place = path.replaceAll(/\{[^}]+\}/g, 'anything');
          const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
          const json = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
          const byKey = await narrow.request(method, place, body);
          const inConsole = await page.as('mallory').send(method, place, json);
          for (const { status, error } of [byKey, inConsole]) {
            expectThat(
              status === 403 && JSON.stringify(error.details).includes('missing_scope'),
              `${method} ${path} was answered with ${status} to a key with the scope ${held}`,
            );
          }
          refused += 1;
        }
      }
      expectThat(refused > 300, `only ${refused} operations were refused`);
      return `${refused} times 403 missing_scope, by the key and in the console that it opened`;
    },
  },
  {
    name: 'an API key after it has expired, with what it opened before',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const agent = await tenant.publish([], { patches: [{ ref: 'ask_user@1' }] });
      const expiresAt = Date.now() + lifeMs;
      const passing = await withKey(tenant, { expires_at: new Date(expiresAt).toISOString() });
      const { threadId } = await passing.post(agent, '/call ask_user {"question":"?"}');
      const page = await signInByKey(passing, 'Ada');
      const stream = await fetch(`${tenant.baseUrl}/v1/loom/threads/${threadId}/events`, {
        headers: { authorization: `Bearer ${passing.apiKey}`, 'service-subject': 'mallory' },
      });
      await page.call('GET', '/v1/agents');
      while (Date.now() <= expiresAt) await sleep(expiresAt - Date.now() + 1);
      const tries = {
        'the key': (await passing.request('GET', '/v1/agents')).status,
        'a key that it would make': (await passing.request('POST', '/v1/api-keys', { body: {} })).status,
        'the console': (await page.get('/v1/agents')).status,
      };
      for (const [what, status] of Object.entries(tries))
        expectThat(status === 401, `${what} was answered with ${status}`);
      const again = await signInByKey(passing, 'Ada').then(
        () => 'signed in',
        () => undefined,
      );
      expectThat(again === undefined, 'the console was opened with it');
      // A credential is looked at again before an event is sent, at most so long after the last look.
      await sleep(credentialIsReadEveryMs);
      await tenant.must('POST', `/v1/loom/threads/${threadId}/messages`, { body: { content: 'Secret' } });
      const seen = await stream.text();
      expectThat(!seen.includes('Secret'), 'its stream shows what happened after');
      return '401 for the key and its console, and its stream has ended';
    },
  },
  {
    name: 'a narrow API key that makes a wider one, or one that lives longer',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const at = (ms: number) => new Date(Date.now() + ms).toISOString();
      const expires_at = at(3_600_000);
      const narrow = await withKey(tenant, { scopes: ['manage', 'identify'], expires_at });
      const page = await signInByKey(narrow, 'Ada');
      const bodies = [
        {},
        { expires_at },
        { scopes: ['manage'] },
        { scopes: ['manage', 'identify'], expires_at: at(3_700_000) },
        { scopes: ['manage'], expires_at: expires_at.replace('Z', '-00:01') },
        ...apiKeyScopes
          .filter((scope) => !['manage', 'identify'].includes(scope))
          .map((scope) => ({ scopes: ['manage', scope], expires_at })),
      ];
      for (const body of bodies) {
        const byKey = await narrow.request('POST', '/v1/api-keys', { body });
        const inConsole = await page.post('/v1/api-keys', body);
        for (const { status } of [byKey, inConsole])
          expectThat(status === 403, `${JSON.stringify(body)} was answered with ${status}`);
      }
      // A key that signs for people, or lets them in, does not expire with the API key.
      const lasting: [method: 'POST' | 'PUT', path: string, body: object][] = [
        ['POST', '/v1/signing-keys', { algorithm: 'HS256' }],
        [
          'PUT',
          '/v1/console/sign-in',
          {
            issuer: 'https://mallory.example',
            client_id: 'heddle',
            client_secret: 'of-mallory',
            roles: { all: 'admin' },
          },
        ],
      ];
      for (const [method, path, body] of lasting) {
        const byKey = await narrow.request(method, path, { body });
        const inConsole = await page.send(method, path, { json: body });
        for (const { status } of [byKey, inConsole])
          expectThat(status === 403, `${path} was answered with ${status}`);
      }
      const own = await withKey(narrow, { scopes: ['manage', 'identify'], expires_at });
      await own.must('GET', '/v1/agents');
      const keys = await tenant.must<unknown[]>('GET', '/v1/api-keys');
      expectThat(keys.length === 3, `there are ${keys.length} keys`);
      return `${2 * (bodies.length + lasting.length)} refused with 403, by the key and in the console that it opened`;
    },
  },
];
