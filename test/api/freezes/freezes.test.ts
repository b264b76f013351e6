import { beforeAll, expect, it } from 'vitest';
import type { Freeze } from '#contract/freeze.ts';
import { newId } from '#store/mongo/ids.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { freeze, lift } from '../../support/freezes.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('quiet');
let client: ApiClient;
let owner: TestWorkspace;
beforeAll(async () => {
  owner = await service.workspace();
  ({ client } = owner);
});

const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });

it('[freeze.put] [freeze.put.again] [freeze.lift] freezes an agent, a connection and the workspace, once each', async () => {
  const { key } = await publishScripted(client);
  const { id } = await createConnection(client, { name: 'frozen' });
  const targets = [{ scope: 'agent', id: key }, { scope: 'connection', id }, { scope: 'workspace' }] as const;
  for (const target of targets) {
    const first = await freeze(as('ada'), target, '  Stop.  ');
    expect(first).toMatchObject({
      status: 200,
      data: { ...target, reason: 'Stop.', actor: 'ada', in_flight: 0 },
    });
    const same = await freeze(as('bo'), target);
    expect(same.data).toEqual(first.data);
    const again = await freeze(as('bo'), target, 'Worse.');
    expect(again.data).toEqual({ ...first.data, reason: 'Worse.', actor: 'bo' });
  }
  const { data: listed } = await client.get<Freeze[]>('/v1/freeze');
  expect(listed.map(({ scope }) => scope)).toEqual(['workspace', 'connection', 'agent']);
  const { data: log } = await client.get<{ type: string }[]>('/v1/audit?type=freeze.set');
  expect(log).toHaveLength(6);
  for (const target of targets) {
    expect(await lift(client, target)).toMatchObject({ status: 200, data: target });
    expect(verdict(await lift(client, target))).toEqual([404, 'not_found']);
  }
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toEqual([]);
  // A later freeze is another one.
  const later = await freeze(client, { scope: 'workspace' });
  expect(Date.parse(later.data.at)).toBeGreaterThan(Date.parse(listed[0]?.at ?? ''));
  expect(later.data).not.toHaveProperty('actor');
  await lift(client, { scope: 'workspace' });
});

it('[freeze.put] of simultaneous requests, one freezes', async () => {
  const puts = await Promise.all(
    Array.from({ length: 8 }, async () => freeze(client, { scope: 'workspace' })),
  );
  expect(new Set(puts.map(({ data }) => data.at)).size).toBe(1);
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toHaveLength(1);
  await lift(client, { scope: 'workspace' });
});

it.each([
  ['no scope', { reason: 'Stop.' }],
  ['no reason', { scope: 'workspace' }],
  ['a blank reason', { scope: 'workspace', reason: '   ' }],
  ['a long reason', { scope: 'workspace', reason: 'x'.repeat(10_000) }],
  ['an unknown scope', { scope: 'planet', reason: 'Stop.' }],
  ['an agent without a key', { scope: 'agent', reason: 'Stop.' }],
  ['a workspace with an id', { scope: 'workspace', id: 'acting', reason: 'Stop.' }],
  ['an id that is no text', { scope: 'agent', id: { $ne: null }, reason: 'Stop.' }],
  ['an unknown field', { scope: 'workspace', reason: 'Stop.', until: 'tomorrow' }],
])('[freeze.put] refuses %s', async (_, body) => {
  expect(verdict(await client.send('PUT', '/v1/freeze', { json: body }))).toEqual([422, 'invalid_request']);
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toEqual([]);
});

it.each([
  ['agent', 'nobody'],
  ['connection', newId()],
  ['connection', 'no-id'],
  ['payee', newId()],
] as const)('[freeze.put] there is no %s %s', async (scope, id) => {
  expect(verdict(await freeze(client, { scope, id }))).toEqual([404, 'not_found']);
  expect(verdict(await lift(client, { scope, id }))).toEqual([404, 'not_found']);
});

it('[freeze.put] knows nothing of another workspace', async () => {
  const { client: other } = await service.workspace();
  const { id } = await createConnection(other, { name: 'theirs' });
  expect(verdict(await freeze(client, { scope: 'connection', id }))).toEqual([404, 'not_found']);
  await freeze(other, { scope: 'connection', id });
  expect(verdict(await lift(client, { scope: 'connection', id }))).toEqual([404, 'not_found']);
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toEqual([]);
});

it.each(['', 'scope=planet', 'scope=agent', 'scope=workspace&id=x'])(
  '[freeze.lift] refuses ?%s',
  async (query) => {
    expect(verdict(await client.send('DELETE', `/v1/freeze?${query}`))).toEqual([422, 'invalid_request']);
  },
);

it('[freeze.rights] session tokens and keys without manage are refused', async () => {
  const token = await signToken(await registerSigner(client), { sub: 'ada' });
  const { data: key } = await client.post<{ key: string }>('/v1/api-keys', { scopes: ['read', 'decide'] });
  for (const apiKey of [token, key.key]) {
    const by = client.with({ apiKey });
    expect(verdict(await freeze(by, { scope: 'workspace' }))).toEqual([403, 'forbidden']);
    expect(verdict(await lift(by, { scope: 'workspace' }))).toEqual([403, 'forbidden']);
    expect(verdict(await by.get('/v1/freeze'))).toEqual([403, 'forbidden']);
  }
});
