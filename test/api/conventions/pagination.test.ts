import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { definition } from '../../support/agents.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const count = 103;
const service = sharedService('without-worker');
let client: ApiClient;
/** Ids of the agents, in the order they were published in. */
const published: string[] = [];
beforeAll(async () => {
  ({ client } = await service.workspace());
  for (let n = 0; n < count; n += 1) published.push(await publish(client, `agent${n}`));
});

async function publish(by: ApiClient, key: string): Promise<string> {
  return (await by.post<Agent>('/v1/agents', definition({ key }))).data.id;
}

const page = async (query = '') => {
  const { data, pagination } = await client.get<Agent[]>(`/v1/agents${query}`);
  return { ids: data.map(({ id }) => id), pagination };
};

it('[pagination.shape] [pagination.default-25] a page has 25 items, and says how to go on and nothing else', async () => {
  const { body } = await client.get('/v1/agents');
  expect(body).toEqual({
    status: 'success',
    data: expect.toSatisfy((data: unknown[]) => data.length === 25),
    pagination: { next_cursor: expect.any(String), has_more: true, limit: 25 },
  });
});

it('[pagination.shape] an empty collection is one empty page', async () => {
  const { body } = await (await service.workspace()).client.get('/v1/agents');
  expect(body).toEqual({
    status: 'success',
    data: [],
    pagination: { next_cursor: null, has_more: false, limit: 25 },
  });
});

it.each([
  ['0', 1],
  ['-5', 1],
  ['1', 1],
  ['100', 100],
  ['101', 100],
  ['007', 7],
  ['9'.repeat(400), 100],
  [`-${'9'.repeat(400)}`, 1],
])('[pagination.limit-clamped] limit=%s is taken for %i', async (asked, limit) => {
  const { ids, pagination } = await page(`?limit=${asked}`);
  expect([ids.length, pagination.limit, pagination.has_more]).toEqual([limit, limit, true]);
});

it('[pagination.newest-first] agents come newest first', async () => {
  expect((await page('?limit=100')).ids).toEqual(published.toReversed().slice(0, 100));
});

it.each([25, 100])('[pagination.walk] pages of %i hold every item once, in order', async (limit) => {
  const pages = await walk<Agent>(client, `/v1/agents?limit=${limit}`);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(published.toReversed());
  expect(pages.map(({ data }) => data.length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit));
  expect(pages.at(-1)?.pagination).toEqual({ next_cursor: null, has_more: false, limit });
});

it('[pagination.walk] a last page that is full says that it is the last', async () => {
  const other = (await service.workspace()).client;
  for (const key of ['a', 'b']) await publish(other, key);
  const { data, pagination } = await other.get<Agent[]>('/v1/agents?limit=2');
  expect([data.length, pagination]).toEqual([2, { next_cursor: null, has_more: false, limit: 2 }]);
});

it('[pagination.walk] the limit may change from page to page, and a page can be read again', async () => {
  const first = await page('?limit=10');
  const next = `cursor=${first.pagination.next_cursor}`;
  expect((await page(`?limit=20&${next}`)).ids).toEqual(published.toReversed().slice(10, 30));
  expect((await page(`?limit=20&${next}`)).ids).toEqual(published.toReversed().slice(10, 30));
});

it('[pagination.stable-under-writes] what is created during a walk neither repeats nor hides an item', async () => {
  const other = (await service.workspace()).client;
  const before: string[] = [];
  for (let n = 0; n < 10; n += 1) before.push(await publish(other, `before${n}`));
  let created = 0;
  const pages = await walk<Agent>(other, '/v1/agents?limit=3', async () => {
    for (let n = 0; n < 4; n += 1) await publish(other, `during${(created += 1)}`);
  });
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(before.toReversed());
  expect(created).toBeGreaterThan(0);
});
