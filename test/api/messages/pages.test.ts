import { beforeAll, expect, it } from 'vitest';
import type { Message } from '#contract/message.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const count = 103;
/** The contents of a thread of user messages that nobody answers, oldest first. */
const contents = Array.from({ length: count }, (_, n) => `Message ${n + 1}`);
const service = sharedService('quiet');
let client: ApiClient;
let thread: string;
let path: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  thread = await startThread(client, (await publishScripted(client)).id);
  path = `/v1/loom/threads/${thread}/messages`;
  for (const content of contents) await post(client, thread, content);
});

const contentsOf = (messages: Message[]) => messages.map(({ content }) => content);

it.each([
  ['', 50],
  ['?limit=1', 1],
  ['?limit=0', 1],
  ['?limit=100', 100],
  ['?limit=101', 100],
])(
  '[message.list.default-50] [message.list.newest-page-first] [message.list.oldest-first-within-page] the first page%s is the newest %i messages, oldest first',
  async (query, limit) => {
    const { data, pagination } = await client.get<Message[]>(path + query);
    expect(contentsOf(data)).toEqual(contents.slice(-limit));
    expect(pagination).toEqual({ next_cursor: expect.any(String), has_more: true, limit });
  },
);

it.each([7, 50, 100])(
  '[message.list.newest-page-first] [message.list.oldest-first-within-page] pages of %i walk into older history',
  async (limit) => {
    const pages = await walk<Message>(client, `${path}?limit=${limit}`);
    expect(pages.toReversed().flatMap(({ data }) => contentsOf(data))).toEqual(contents);
    expect(pages.at(-1)?.pagination).toEqual({ next_cursor: null, has_more: false, limit });
  },
);

it('[message.list.seq] seq counts the messages of the thread from 1', async () => {
  const pages = await walk<Message>(client, path);
  const seqs = pages.toReversed().flatMap(({ data }) => data.map(({ seq }) => seq));
  expect(seqs).toEqual(contents.map((_, n) => n + 1));
});

it('[message.list.seq] messages posted at once each get a place of their own', async () => {
  const busy = await startThread(client);
  const sent = Array.from({ length: 20 }, (_, n) => `At once ${n}`);
  await Promise.all(sent.map(async (content) => await post(client, busy, content)));
  const { data } = await client.get<Message[]>(`/v1/loom/threads/${busy}/messages`);
  expect(data.map(({ seq }) => seq)).toEqual(sent.map((_, n) => n + 1));
  expect(contentsOf(data).toSorted()).toEqual(sent.toSorted());
});

it('[pagination.stable-under-writes] messages posted during a walk neither repeat nor hide one', async () => {
  const growing = await startThread(client);
  const before = contents.slice(0, 10);
  for (const content of before) await post(client, growing, content);
  const pages = await walk<Message>(client, `/v1/loom/threads/${growing}/messages?limit=3`, async () => {
    await post(client, growing, 'Later');
  });
  expect(pages.toReversed().flatMap(({ data }) => contentsOf(data))).toEqual(before);
});
