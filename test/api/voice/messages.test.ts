import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#contract/message.ts';
import type { RequestRecord } from '#contract/request.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice } from '../../support/voice/memory-voice.ts';

let service: TestService;
let voice: MemoryVoice;
let client: ApiClient;
let thread: string;
let messages: Message[];
let replyId: string | undefined;
beforeAll(async () => {
  voice = new MemoryVoice();
  service = await startService({ services: { voice } });
  ({ client } = await service.workspace({ subject: 'ada' }));
  thread = await startThread(client);
  await converse(client, thread, '/say The **total** is 12.');
  messages = (await client.get<Message[]>(`/v1/loom/threads/${thread}/messages`)).data;
  replyId = messages.find(({ role }) => role === 'assistant')?.id;
});
beforeEach(() => void voice.spoken.splice(0));
afterAll(async () => await service.stop());

const speak = async (by: ApiClient, message_id: string | undefined) =>
  await by.post('/v1/voice/speak', { message_id });

describe('[voice.speak.message]', () => {
  it('the messages of the agent and of the user are spoken, rendered from Markdown', async () => {
    expect(messages.map(({ role }) => role).toSorted()).toEqual(['assistant', 'user']);
    for (const { id } of messages) expect((await speak(client, id)).status).toBe(200);
    expect(voice.texts).toHaveLength(2);
    expect(voice.texts).toContain('The total is 12.');
  });

  it('a message of another subject, workspace or agent is 404, like one that does not exist', async () => {
    const id = replyId;
    const stranger = (await service.workspace({ subject: 'ada' })).client;
    const signer = await registerSigner(client);
    const other = await publishScripted(client, { key: 'other' });
    const callers = [
      client.as('bob'),
      stranger,
      await directClient(client.ofWorkspace(), signer, { sub: 'bob' }),
      await directClient(client, signer, { sub: 'ada', agent_id: other.id }),
    ];
    for (const by of callers) expect(verdict(await speak(by, id))).toEqual([404, 'not_found']);
    expect(verdict(await speak(client, newId()))).toEqual([404, 'not_found']);
    expect(voice.spoken).toEqual([]);
    expect((await speak(await directClient(client, signer, { sub: 'ada' }), id)).status).toBe(200);
  });

  it('the record of the request names the thread', async () => {
    await speak(client, replyId);
    const path = '/v1/requests?product=voice';
    const latest = async () => (await client.get<RequestRecord[]>(path)).data[0];
    await waitUntil(async () => (await latest())?.thread_id === thread, {
      timeoutMs: 60_000,
      what: 'it is recorded',
    });
    expect(await latest()).toMatchObject({ status: 200, product: 'voice', subject_ref: 'ada' });
  });
});
