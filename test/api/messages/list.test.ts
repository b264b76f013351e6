import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, messagesOf, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let client: ApiClient;
let agent: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = (await publishScripted(client)).id;
});

it('[message.list.fields] [message.list.seq] [message.list.run-id] [message.parts.null] a message and its reply are listed', async () => {
  const thread = await startThread(client, agent);
  const runs = [await converse(client, thread, 'Hello'), await converse(client, thread, 'Bye')];
  const message = (role: string, content: string, run: number, seq: number) => ({
    id: expect.any(String),
    role,
    content,
    parts: null,
    run_id: runs[run]?.id,
    seq,
    ...(role === 'assistant' ? { finish: 'finished' } : {}),
    created_at: expect.any(String),
  });
  expect(await messagesOf(client, thread)).toEqual([
    message('user', 'Hello', 0, 1),
    message('assistant', 'You said: Hello', 0, 2),
    message('user', 'Bye', 1, 3),
    message('assistant', 'You said: Bye', 1, 4),
  ]);
});
