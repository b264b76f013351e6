import { beforeEach, expect, it } from 'vitest';
import type { ApproverGroup } from '#contract/approver-group.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { putGroup } from '../../support/approver-groups.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let client: ApiClient;
beforeEach(async () => {
  ({ client } = await service.workspace());
});

const finance = { name: 'Finance', members: ['ada', 'bo'] };
const read = async (key: string) => await client.get<ApproverGroup>(`/v1/approver-groups/${key}`);

it('[approver-group.put] a group is made with 201, and replaced with 200', async () => {
  const made = await putGroup(client, 'finance', finance);
  expect([made.status, made.data]).toEqual([
    201,
    {
      key: 'finance',
      ...finance,
      version: 1,
      created_at: expect.any(String),
      updated_at: made.data.created_at,
    },
  ]);
  const replaced = await putGroup(client, 'finance', { name: ' Treasury ', members: [] });
  expect([replaced.status, replaced.data]).toMatchObject([
    200,
    { key: 'finance', name: 'Treasury', members: [], version: 2, created_at: made.data.created_at },
  ]);
  expect((await read('finance')).data).toEqual(replaced.data);
});

it('[approver-group.put] the same group again changes nothing', async () => {
  const made = await putGroup(client, 'finance', finance);
  const again = await putGroup(client, 'finance', finance);
  expect([again.status, again.data]).toEqual([200, made.data]);
});

it('[approver-group.put] of requests at once, one makes the group, and each change has a version of its own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, n) =>
      putGroup(client, 'finance', { ...finance, members: [`${n}`] }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 9 }, () => 200),
    201,
  ]);
  const versions = answers.map(({ data }) => data.version).toSorted((a, b) => a - b);
  expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('[approver-group.bounds] 500 members of 255 characters are a group', async () => {
  const members = Array.from({ length: 500 }, (_, n) => '🦆'.repeat(252) + `${n}`.padStart(3, '0'));
  const { status, data } = await putGroup(client, 'large', { name: 'Large', members });
  expect([status, data.members]).toEqual([201, members]);
});

it.each([
  ['501 members', Array.from({ length: 501 }, (_, n) => `${n}`), 'members'],
  ['ten thousand members that are none', Array.from({ length: 10_000 }, () => 1), 'members'],
  ['an actor of 256 characters', ['a'.repeat(256)], 'members.0'],
  ['an actor without a name', [''], 'members.0'],
  ['a member twice', ['ada', 'bo', 'ada'], 'members.2'],
  ['a member that is not a string', [7], 'members.0'],
])('[approver-group.bounds] %s are refused, and nothing changes', async (_, members, path) => {
  const made = await putGroup(client, 'finance', finance);
  const refused = await putGroup(client, 'finance', { name: 'Finance', members });
  expect(verdict(refused)).toEqual([422, 'invalid_request']);
  expect(refused.error.details).toEqual([expect.objectContaining({ path })]);
  expect((await read('finance')).data).toEqual(made.data);
});

it.each(['Finance', '1st', 'f'.repeat(65), 'a b'])('[approver-group.put] %s is no key: 404', async (key) => {
  expect(verdict(await putGroup(client, encodeURIComponent(key), finance))).toEqual([404, 'not_found']);
});

it('[approver-group.read] groups are listed, newest first, in pages', async () => {
  for (const key of ['first', 'second', 'third']) await putGroup(client, key, finance);
  const page = await client.get<ApproverGroup[]>('/v1/approver-groups?limit=2');
  expect(page.data.map(({ key }) => key)).toEqual(['third', 'second']);
  const rest = await client.get<ApproverGroup[]>(
    `/v1/approver-groups?cursor=${page.pagination?.next_cursor}`,
  );
  expect(rest.data.map(({ key }) => key)).toEqual(['first']);
});

it('[approver-group.read] a key means another group in another workspace', async () => {
  await putGroup(client, 'finance', finance);
  const other = (await service.workspace()).client;
  expect(verdict(await other.get('/v1/approver-groups/finance'))).toEqual([404, 'not_found']);
  expect((await other.get('/v1/approver-groups')).data).toEqual([]);
});

it('[approver-group.delete] a deleted group is gone, and its key can be used again', async () => {
  await putGroup(client, 'finance', finance);
  const { status, data } = await client.send('DELETE', '/v1/approver-groups/finance');
  expect([status, data]).toEqual([200, { key: 'finance' }]);
  expect(verdict(await read('finance'))).toEqual([404, 'not_found']);
  const again = await client.send('DELETE', '/v1/approver-groups/finance');
  expect(verdict(again)).toEqual([404, 'not_found']);
  expect((await putGroup(client, 'finance', finance)).data.version).toBe(1);
});
