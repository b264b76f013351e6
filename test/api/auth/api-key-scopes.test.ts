import { beforeAll, expect, it } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { neededScope } from '#api/http/authentication/access.ts';
import { type ApiKeyScope, apiKeyScopes, hasScope } from '#contract/api-key.ts';
import type { CreatedApiKey } from '#contract/api-key.ts';
import type { Trace } from '#contract/run.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
let client: ApiClient;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
});

const make = async (body: object, by = client) => await by.post<CreatedApiKey>('/v1/api-keys', body);
const withScopes = async (...scopes: ApiKeyScope[]) =>
  client.with({ apiKey: (await make({ scopes })).data.key });

it.each(apiKeyScopes)(
  '[api-key.scopes] a key with the scope %s may call what needs it, and nothing else',
  async (scope) => {
    const { key } = (await make({ scopes: [scope] })).data;
    for (const endpoint of endpoints) {
      const needed = neededScope(endpoint);
      if (needed === undefined) continue;
      const may = hasScope([scope], needed);
      // Allowed calls are covered by the other tests.
      if (may) continue;
      const path = endpoint.path.replaceAll(/\{\w+\}/g, newId());
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method: endpoint.method.toUpperCase(),
        headers: { authorization: `Bearer ${key}`, 'service-subject': 'ada' },
      });
      const { error } = (await answer.json()) as { error: { code: string; details: unknown } };
      expect([endpoint.operation, answer.status, error.code, error.details]).toEqual([
        endpoint.operation,
        403,
        'forbidden',
        [{ path: 'scopes', code: 'missing_scope', message: `the API key lacks the scope ${needed}` }],
      ]);
    }
  },
);

it('[api-key.scopes] a bot that decides reads what waits, and manages nothing', async () => {
  const bot = await withScopes('decide');
  expect((await bot.get('/v1/loom/approvals')).status).toBe(200);
  expect((await bot.get('/v1/loom/runs')).status).toBe(200);
  for (const path of ['/v1/api-keys', '/v1/agents', '/v1/audit', '/v1/requests']) {
    expect(verdict(await bot.get(path))).toEqual([403, 'forbidden']);
  }
});

it('[api-key.scopes.traces] a key without manage sees no request and no response of a trace', async () => {
  const thread = await startThread(client, (await publishScripted(client)).id);
  const { id } = await converse(client, thread, 'Hello');
  const path = `/v1/loom/runs/${id}/trace`;
  expect((await client.get<Trace>(path)).data.turns[0]).toHaveProperty('request');
  const { data } = await (await withScopes('read')).get<Trace>(path);
  expect(data.turns).toHaveLength(1);
  for (const name of ['request', 'response']) expect(data.turns[0]).not.toHaveProperty(name);
});

it('[api-key.scopes.made] a key makes keys with its own scopes at most, and none that live longer', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();
  const limited = await make({ scopes: ['manage', 'decide'], expires_at });
  expect(limited.data).toMatchObject({ scopes: ['decide', 'manage'], expires_at });
  const by = client.with({ apiKey: limited.data.key });
  for (const body of [
    {},
    { scopes: ['manage'] },
    { scopes: ['extract'], expires_at },
    { scopes: ['manage'], expires_at: later },
  ]) {
    expect(verdict(await make(body, by))).toEqual([403, 'forbidden']);
  }
  expect((await make({ scopes: ['read', 'manage'], expires_at }, by)).status).toBe(201);
  expect(verdict(await make({ expires_at: '2020-01-01T00:00:00.000Z' }))).toEqual([422, 'invalid_request']);
  expect(verdict(await make({ scopes: [] }))).toEqual([422, 'invalid_request']);
});

it('[api-key.expiry] an expired key is 401', async () => {
  const { data } = await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  await service.db.api_keys.updateOne({ _id: data.id }, { $set: { expires_at: new Date(0) } });
  expect(verdict(await client.with({ apiKey: data.key }).get('/v1/agents'))).toEqual([401, 'unauthorized']);
});

it('[api-key.last] the last key with every scope and no expiry stays, whatever others there are', async () => {
  const { client: own } = await service.workspace();
  const [first] = (await own.get<{ id: string }[]>('/v1/api-keys')).data;
  await make({ scopes: ['manage'] }, own);
  await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() }, own);
  expect(verdict(await own.send('DELETE', `/v1/api-keys/${first?.id}`))).toEqual([409, 'last_api_key']);
  const { data: other } = await make({}, own);
  expect((await own.send('DELETE', `/v1/api-keys/${other.id}`)).status).toBe(200);
});

it('[api-key.scopes.made] a key that expires makes no credentials that do not', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const passing = client.with({ apiKey: (await make({ expires_at })).data.key });
  const signing = await passing.post('/v1/signing-keys', { algorithm: 'HS256' });
  const signIn = await passing.send('PUT', '/v1/console/sign-in', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      issuer: 'https://mallory.example',
      client_id: 'heddle',
      client_secret: 'of-mallory',
      roles: { all: 'admin' },
    }),
  });
  for (const answer of [signing, signIn]) {
    expect(verdict(answer)).toEqual([403, 'forbidden']);
    expect(answer.error.details).toMatchObject([{ code: 'outlives_key' }]);
  }
  expect((await client.post('/v1/signing-keys', { algorithm: 'HS256' })).status).toBe(201);
});
