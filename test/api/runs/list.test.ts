import { beforeAll, expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { openUnstartedRun } from '../../support/unstarted-run.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

/** Ada has a thread with a closed, a failed and a running run, and one with a closed run; Bob has one run. */
const service = sharedService();
let ada: ApiClient;
let first: string;
let second: string;
let runs: Record<'closed' | 'failed' | 'other' | 'bobs' | 'running', string>;
beforeAll(async () => {
  ada = (await service.workspace({ subject: 'ada' })).client;
  const { id } = await publishScripted(ada);
  first = await startThread(ada, id);
  second = await startThread(ada, id);
  const closed = (await converse(ada, first, 'Hello')).id;
  const failed = (await converse(ada, first, '/bad\n---\n/bad\n---\n/bad\n---\n/bad')).id;
  const other = (await converse(ada, second, 'Hello')).id;
  const bob = ada.as('bob');
  const bobs = (await converse(bob, await startThread(bob, id), 'Hello')).id;
  const running = await openUnstartedRun(service, first);
  runs = { closed, failed, other, bobs, running };
});

const list = async (query: string, client = ada) =>
  (await client.get<Run[]>(`/v1/loom/runs${query}`)).data.map(({ id }) => id);

it('[run.list.filters] runs are filtered by state and by thread, and by both', async () => {
  const { closed, failed, other, running } = runs;
  expect(await list('?state=running')).toEqual([running]);
  expect(await list('?state=closed')).toEqual([other, closed]);
  expect(await list('?state=failed')).toEqual([failed]);
  expect(await list('?state=awaiting_input')).toEqual([]);
  expect(await list('?state=awaiting_outcome')).toEqual([]);
  expect(await list(`?thread_id=${first}`)).toEqual([running, failed, closed]);
  expect(await list(`?thread_id=${first}&state=closed`)).toEqual([closed]);
  expect(await list(`?thread_id=${second}`)).toEqual([other]);
  expect(await list(`?thread_id=${newId()}`)).toEqual([]);
});

it('[run.list] [pagination.newest-first] a subject’s runs are listed newest first; without one the workspace’s', async () => {
  const { closed, failed, other, bobs, running } = runs;
  expect(await list('')).toEqual([running, other, failed, closed]);
  expect(await list('', ada.as('bob'))).toEqual([bobs]);
  expect(await list('', ada.ofWorkspace())).toEqual([running, bobs, other, failed, closed]);
});

it('[run.list] [pagination.walk] runs are walked, and each is as it is got by itself', async () => {
  const pages = await walk<Run>(ada, '/v1/loom/runs?limit=1');
  expect(pages.map(({ data }) => data.length)).toEqual([1, 1, 1, 1]);
  for (const run of pages.flatMap(({ data }) => data).filter(({ terminal }) => terminal)) {
    expect((await ada.get(`/v1/loom/runs/${run.id}`)).data).toEqual(run);
  }
});
