import { beforeAll, expect, it } from 'vitest';
import type { Thread } from '#contract/thread.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
let ada: ApiClient;
/** Ids of ada's threads and bob's, in the order of their creation. */
const adas: string[] = [];
const bobs: string[] = [];
beforeAll(async () => {
  ada = (await service.workspace({ subject: 'ada' })).client;
  const { id } = await publishScripted(ada);
  for (let n = 0; n < 31; n += 1) adas.push(await startThread(ada, id));
  for (let n = 0; n < 2; n += 1) bobs.push(await startThread(ada.as('bob'), id));
});

const ids = (threads: Thread[]) => threads.map(({ id }) => id);

it.each([
  ['', 25],
  ['?limit=30', 30],
  ['?limit=31', 30],
  ['?limit=100', 30],
  ['?limit=0', 1],
])('[thread.list.capped-at-30] a page of threads%s holds %i', async (query, limit) => {
  const { data, pagination } = await ada.get<Thread[]>(`/v1/loom/threads${query}`);
  expect(ids(data)).toEqual(adas.toReversed().slice(0, limit));
  expect(pagination).toEqual({ next_cursor: expect.any(String), has_more: true, limit });
});

it('[thread.list.newest-first] [thread.list.by-subject] a subject’s threads are listed newest first, and no others', async () => {
  const pages = await walk<Thread>(ada, '/v1/loom/threads');
  expect(pages.flatMap(({ data }) => ids(data))).toEqual(adas.toReversed());
  expect(ids((await ada.as('bob').get<Thread[]>('/v1/loom/threads')).data)).toEqual(bobs.toReversed());
  expect((await ada.as('carol').get('/v1/loom/threads')).data).toEqual([]);
});

it('[auth.relay.list-without-subject] without a subject the workspace’s threads are walked', async () => {
  const pages = await walk<Thread>(ada.ofWorkspace(), '/v1/loom/threads?limit=10');
  expect(pages.flatMap(({ data }) => ids(data))).toEqual([...adas, ...bobs].toReversed());
});

it('[thread.list.newest-first] a message to an old thread does not move it', async () => {
  await post(ada, adas[0] as string, 'Hello');
  const pages = await walk<Thread>(ada, '/v1/loom/threads');
  expect(pages.flatMap(({ data }) => ids(data))).toEqual(adas.toReversed());
});
