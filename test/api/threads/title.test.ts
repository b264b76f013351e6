import { beforeAll, expect, it } from 'vitest';
import type { CreatedThread, Thread } from '#contract/thread.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { post, publishScripted } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
let client: ApiClient;
let agent_id: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent_id = (await publishScripted(client)).id;
});

const create = async (body: object = {}) =>
  await client.post<CreatedThread>('/v1/loom/threads', { agent_id, ...body });
const titleOf = async (id: string) => (await client.get<Thread>(`/v1/loom/threads/${id}`)).data.title;

it('[thread.title.default] [thread.title.first-message] the first message alone names the thread', async () => {
  const { id } = (await create()).data;
  expect(await titleOf(id)).toBe('New conversation');
  await post(client, id, '  Where is my payment?\n');
  expect(await titleOf(id)).toBe('Where is my payment?');
  await post(client, id, 'And the other one?');
  expect(await titleOf(id)).toBe('Where is my payment?');
});

it.each([
  ['80 characters', 'x'.repeat(80), 'x'.repeat(80)],
  ['81 characters', 'x'.repeat(81), 'x'.repeat(80)],
  ['81 characters of two units', '🧵'.repeat(81), '🧵'.repeat(80)],
  ['New conversation', 'New conversation', 'New conversation'],
])('[thread.title.first-message] a first message of %s', async (_, content, title) => {
  const { id } = (await create()).data;
  await post(client, id, content);
  expect(await titleOf(id)).toBe(title);
});

it.each(['Payments', 'New conversation'])('[thread.title.given] the title %j stays', async (title) => {
  const { data } = await create({ title });
  expect(data.title).toBe(title);
  await post(client, data.id, 'Hello');
  expect(await titleOf(data.id)).toBe(title);
});

it.each(['', ' ', 'x'.repeat(201), 7])('a title of %j is refused', async (title) => {
  expect(verdict(await create({ title }))).toEqual([422, 'invalid_request']);
});
