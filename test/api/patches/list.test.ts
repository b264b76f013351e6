import { expect, it } from 'vitest';
import type { Patch } from '#contract/patch.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const builtIn = [
  'ask_user',
  'handoff',
  'identify_account',
  'list_banks',
  'extract',
  'update_plan',
  'show_block',
];
const builtInRefs = builtIn.map((key) => `${key}@1`);

const workspace = async () => (await service.workspace()).client;
const publish = async (client: ApiClient, key: string) =>
  (await client.post<Patch>('/v1/patches', patchDefinition({ key }))).data;
const refs = async (client: ApiClient, path = '/v1/patches') =>
  (await client.get<Patch[]>(path)).data.map(({ ref }) => ref);

it('[patch.builtin.everywhere] [patch.list-and-get] the built-in patches are in every workspace', async () => {
  const client = await workspace();
  const { data } = await client.get<Patch[]>('/v1/patches');
  expect(data.map(({ ref }) => ref)).toEqual(builtInRefs);
  for (const patch of data) {
    expect((await client.get(`/v1/patches/${patch.ref}`)).data).toEqual(patch);
  }
  expect(Object.fromEntries(data.map(({ key, interaction }) => [key, interaction]))).toEqual({
    ask_user: 'interactive',
    handoff: 'handoff',
    identify_account: 'silent',
    list_banks: 'silent',
    extract: 'silent',
    update_plan: 'silent',
    show_block: 'silent',
  });
});

it('[patch.list-and-get] the own ones are listed newest first, then the built-in ones', async () => {
  const client = await workspace();
  const one = await publish(client, 'one');
  const two = await publish(client, 'two');
  const next = await publish(client, 'one');
  const { data } = await client.get<Patch[]>('/v1/patches');
  expect(data.slice(0, 3)).toEqual([next, two, one]);
  expect(data.slice(3).map(({ ref }) => ref)).toEqual(builtInRefs);
  expect(await refs(client, '/v1/patches?key=one')).toEqual(['one@2', 'one@1']);
  expect(await refs(client, '/v1/patches?key=extract')).toEqual(['extract@1']);
  expect(await refs(client, '/v1/patches?key=none')).toEqual([]);
  expect(verdict(await client.get('/v1/patches?key=No'))).toEqual([422, 'invalid_request']);
});

it.each([1, 3, 4, 10])('pages of %d cover own and built-in patches once', async (limit) => {
  const client = await workspace();
  for (const key of ['a', 'b', 'c']) await publish(client, key);
  const pages = await walk<Patch>(client, `/v1/patches?limit=${limit}`);
  expect(pages.flatMap(({ data }) => data.map(({ ref }) => ref))).toEqual([
    'c@1',
    'b@1',
    'a@1',
    ...builtInRefs,
  ]);
  expect(pages.map(({ data }) => data.length)).toEqual(
    Array.from({ length: Math.ceil(10 / limit) }, (_, page) => Math.min(limit, 10 - page * limit)),
  );
});

it('what is published in the middle of a walk does not disturb it', async () => {
  const client = await workspace();
  for (const key of ['a', 'b', 'c']) await publish(client, key);
  const pages = await walk<Patch>(client, '/v1/patches?limit=2', async () => {
    await publish(client, 'later');
  });
  expect(pages.flatMap(({ data }) => data.map(({ ref }) => ref))).toEqual([
    'c@1',
    'b@1',
    'a@1',
    ...builtInRefs,
  ]);
});

it('a cursor is of no use under another filter', async () => {
  const client = await workspace();
  const { pagination } = await client.get('/v1/patches?limit=1');
  const answer = await client.get(`/v1/patches?key=extract&cursor=${pagination.next_cursor}`);
  expect(verdict(answer)).toEqual([422, 'invalid_cursor']);
});
