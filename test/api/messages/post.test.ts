import { beforeAll, expect, it } from 'vitest';
import type { AcceptedMessage } from '#contract/message.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { messagesOf, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let client: ApiClient;
let agent: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = (await publishScripted(client)).id;
});

const send = async (thread: string, body: object) =>
  await client.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, body);

it('[message.post.accepted] [message.post.starts-run] a message is accepted with its run, and nothing of the reply', async () => {
  const thread = await startThread(client, agent);
  const { status, data } = await send(thread, { content: 'Hello' });
  expect([status, data]).toEqual([202, { run_id: expect.any(String), thread_id: thread, state: 'running' }]);
  const second = await send(thread, { content: 'Hello' });
  expect(second.data.run_id).not.toBe(data.run_id);
});

it('[message.post.during-running-run] a message during a run starts a run of its own', async () => {
  const thread = await startThread(client, agent);
  const first = await post(client, thread, '/sleep 1000\n/say one');
  const { status, data } = await send(thread, { content: '/say two' });
  expect([status, data]).toEqual([202, { run_id: expect.any(String), thread_id: thread, state: 'running' }]);
  expect(data.run_id).not.toBe(first);
  expect((await settled(client, first)).message?.content).toBe('one');
  expect((await settled(client, data.run_id)).message?.content).toBe('two');
});

it.each([
  ['1 character', 'x'],
  ['32,000 characters', 'x'.repeat(32_000)],
  ['32,000 characters and blanks around them', ` \n${'x'.repeat(32_000)}\t `],
])('[message.post.content-length] %s are accepted, and stored trimmed', async (_, content) => {
  const thread = await startThread(client, agent);
  expect((await send(thread, { content })).status).toBe(202);
  expect((await messagesOf(client, thread))[0]?.content).toBe(content.trim());
});

it.each([
  ['nothing', undefined, 'invalid_type'],
  ['an empty text', '', 'too_small'],
  ['blanks', ' \n\t\u{a0} ', 'too_small'],
  ['32,001 characters', 'x'.repeat(32_001), 'too_big'],
  ['a number', 7, 'invalid_type'],
  ['parts', [{ type: 'text', text: 'Hello' }], 'invalid_type'],
  ['null', null, 'invalid_type'],
])('[message.post.content-length] %s is refused, and no message is stored', async (_, content, code) => {
  const thread = await startThread(client, agent);
  const answer = await send(thread, { content });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([{ path: 'content', message: expect.any(String), code }]);
  expect(await messagesOf(client, thread)).toEqual([]);
});

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, `value ${n}`]));

it('[message.post.metadata] 16 pairs are kept with the message', async () => {
  const thread = await startThread(client, agent);
  expect((await send(thread, { content: 'Hello', metadata: pairs(16) })).status).toBe(202);
  expect((await messagesOf(client, thread))[0]?.metadata).toEqual(pairs(16));
});

it.each([
  [pairs(17), 'metadata'],
  [{ a: 1 }, 'metadata.a'],
  ['x', 'metadata'],
])('[message.post.metadata] %j is refused', async (metadata, path) => {
  const answer = await send(await startThread(client, agent), { content: 'Hello', metadata });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ path })]);
});

it('a workspace without credits is told so, and no message is stored', async () => {
  const poor = (await service.workspace({ subject: 'ada', credits: 0 })).client;
  const thread = await startThread(poor);
  const answer = await poor.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
  expect(verdict(answer)).toEqual([402, 'insufficient_credits']);
  expect(await messagesOf(poor, thread)).toEqual([]);
});
