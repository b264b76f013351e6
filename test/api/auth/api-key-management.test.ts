import { expect, it } from 'vitest';
import { apiKeyScopes, type ApiKey, type CreatedApiKey } from '#contract/api-key.ts';
import type { SigningKey } from '#contract/signing-key.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { slowClock } from '../../support/slow-clock.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const path = '/v1/api-keys';
const create = async (by: ApiClient, name?: string) => (await by.post<CreatedApiKey>(path, { name })).data;
const remove = async (by: ApiClient, id: string) => await by.send<{ id: string }>('DELETE', `${path}/${id}`);
const idsOf = async (by: ApiClient) => (await by.get<ApiKey[]>(path)).data.map(({ id }) => id);

it('[api-key.create] a key is made and shown in that response only', async () => {
  const { client } = await service.workspace();
  const { status, data } = await client.post<CreatedApiKey>(path, { name: ' Backend ' });
  expect([status, data]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'Backend',
      key: expect.stringMatching(/^sk_[\w-]{43}$/),
      scopes: [...apiKeyScopes],
      created_at: expect.any(String),
    },
  ]);
  const { key, ...shown } = data;
  expect(verdict(await client.with({ apiKey: key }).get('/v1/agents'))).toEqual([200]);
  expect((await client.get<ApiKey>(`${path}/${data.id}`)).data).toMatchObject(shown);
  expect(JSON.stringify((await client.get(path)).body)).not.toContain(key);
});

it('[api-key.life] keys tell who created them and, once they are used, when that was', async () => {
  const { client } = await service.workspace();
  const ada = client.with({ headers: { 'Service-Actor': 'ada@example.com' } });
  const { id, key, ...made } = await create(ada, 'Backend');
  expect(made).toMatchObject({ created_by: 'ada@example.com' });
  expect((await client.get<ApiKey>(`${path}/${id}`)).data).not.toHaveProperty('last_used_at');
  await client.with({ apiKey: key }).get('/v1/agents');
  const lastUse = async () => (await client.get<ApiKey>(`${path}/${id}`)).data.last_used_at;
  await expect.poll(lastUse).toEqual(expect.any(String));

  const kid = (await ada.post<SigningKey>('/v1/signing-keys', { algorithm: 'HS256' })).data.id;
  const shown = async () => (await client.get<SigningKey[]>('/v1/signing-keys')).data;
  expect(await shown()).toEqual([expect.objectContaining({ id: kid, created_by: 'ada@example.com' })]);
});

it('[api-key.create] a key needs no name, and no body', async () => {
  const { client } = await service.workspace();
  for (const answer of [await client.post<CreatedApiKey>(path), await client.post<CreatedApiKey>(path, {})]) {
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.data).toSorted()).toEqual(['created_at', 'id', 'key', 'scopes']);
  }
});

it.each([{ name: '' }, { name: 1 }, { name: 'x'.repeat(101) }, { nmae: 'x' }, { key: 'sk_mine' }, []])(
  '[api-key.create] %j is refused',
  async (body) => {
    const { client } = await service.workspace();
    expect(verdict(await client.post(path, body))).toEqual([422, 'invalid_request']);
  },
);

it('[api-key.list] keys are listed newest first, the first one of the workspace too', async () => {
  const { client } = await service.workspace();
  const [first] = await idsOf(client);
  const ids = [(await create(client, 'one')).id, (await create(client, 'two')).id];
  const pages = await walk<ApiKey>(client, `${path}?limit=2`);
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([[ids[1], ids[0]], [first]]);
});

it('[api-key.delete] a key is deleted once, and one of another workspace is 404', async () => {
  const { client } = await service.workspace();
  const { id } = await create(client);
  const theirs = await create((await service.workspace()).client);
  expect((await remove(client, id)).data).toEqual({ id });
  for (const gone of [id, theirs.id, newId(), 'sk_1']) {
    expect(verdict(await remove(client, gone))).toEqual([404, 'not_found']);
    expect(verdict(await client.get(`${path}/${gone}`))).toEqual([404, 'not_found']);
  }
});

it('[api-key.last] the last key cannot be deleted, and goes on working', async () => {
  const { client } = await service.workspace();
  const [first = ''] = await idsOf(client);
  expect(verdict(await remove(client, first))).toEqual([409, 'last_api_key']);
  expect(verdict(await client.get('/v1/agents'))).toEqual([200]);
  const { key } = await create(client);
  expect(verdict(await remove(client, first))).toEqual([200]);
  const [last = ''] = await idsOf(client.with({ apiKey: key }));
  expect(verdict(await remove(client.with({ apiKey: key }), last))).toEqual([409, 'last_api_key']);
});

it('[api-key.last] of all keys deleted at once, at two API processes, one stays', async () => {
  const second = await service.secondApi();
  // The key that asks is deleted too. Both processes know it, and do not look it up again before all is asked.
  slowClock();
  for (let round = 0; round < 3; round += 1) {
    const { client } = await service.workspace();
    for (let count = 0; count < 3; count += 1) await create(client);
    const both = [client, client.at(second.baseUrl)];
    const [ids = []] = await Promise.all(both.map(idsOf));
    const answers = await Promise.all(ids.map((id, index) => remove(both[index % 2] ?? client, id)));
    const verdicts = answers.map(verdict);
    expect(verdicts.filter(([status]) => status === 200)).toHaveLength(ids.length - 1);
    expect(verdicts).toContainEqual([409, 'last_api_key']);
    expect(await idsOf(client)).toHaveLength(1);
  }
});
