import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { CreatedThread, Thread } from '#contract/thread.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, messagesOf, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { openUnstartedRun } from '../../support/unstarted-run.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let client: ApiClient;
let agent: Agent;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = await publishScripted(client);
});

const get = async (id: string) => (await client.get<Thread>(`/v1/loom/threads/${id}`)).data;

it('[thread.get] [thread.list.no-pause] a new thread has no messages and no pause', async () => {
  const metadata = { order: '7' };
  const { data } = await client.post<CreatedThread>('/v1/loom/threads', { agent_id: agent.id, metadata });
  expect(await get(data.id)).toEqual({
    id: data.id,
    title: 'New conversation',
    subject_ref: 'ada',
    agent: { id: agent.id, name: 'Scripted' },
    message_count: 0,
    pending_elicitation: null,
    pending_action: null,
    metadata,
    created_at: data.created_at,
    updated_at: data.created_at,
  });
});

it('[thread.list.fields] [thread.list.last-message] [thread.list.message-count] a thread tells of its messages', async () => {
  const id = await startThread(client, agent.id);
  const { created_at } = await get(id);
  await converse(client, id, 'Hello');
  const [, reply] = await messagesOf(client, id);
  const thread = await get(id);
  expect(thread).toEqual({
    id,
    title: 'Hello',
    subject_ref: 'ada',
    agent: { id: agent.id, name: 'Scripted' },
    message_count: 2,
    last_message: { role: 'assistant', content: 'You said: Hello', created_at: reply?.created_at },
    pending_elicitation: null,
    pending_action: null,
    created_at,
    updated_at: reply?.created_at,
  });
  const { data } = await client.get<Thread[]>('/v1/loom/threads?limit=1');
  expect(data).toEqual([{ ...thread, pending_confirmations_count: 0 }]);
});

it('[thread.list.last-message] the last message is the user’s until it is answered', async () => {
  const id = await startThread(client, agent.id);
  await openUnstartedRun(service, id);
  expect(await get(id)).toMatchObject({
    message_count: 1,
    last_message: { role: 'user', content: 'Hello', created_at: expect.any(String) },
  });
});

it('[thread.list.last-message] a preview is cut between characters', async () => {
  const id = await startThread(client, agent.id);
  await converse(client, id, `/say ${'🧵'.repeat(121)}`);
  expect((await get(id)).last_message?.content).toBe('🧵'.repeat(120));
});

it.each([120, 121])(
  '[thread.list.last-message] of %i characters 120 are shown, and all are kept',
  async (length) => {
    const id = await startThread(client, agent.id);
    await converse(client, id, `/say ${'x'.repeat(length)}`);
    expect((await get(id)).last_message?.content).toBe('x'.repeat(120));
    expect((await messagesOf(client, id)).at(-1)?.content).toBe('x'.repeat(length));
  },
);

it('[thread.get.unknown] a thread that does not exist is 404, for reads and for messages', async () => {
  const path = `/v1/loom/threads/${newId()}`;
  for (const answer of [
    await client.get(path),
    await client.get(`${path}/messages`),
    await client.post(`${path}/messages`, { content: 'Hello' }),
  ]) {
    expect(verdict(answer)).toEqual([404, 'not_found']);
  }
});
