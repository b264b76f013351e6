import { expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();

it('[run.get.fields] [run.end.finished] a plain message is answered and its run closed', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const { id } = await converse(client, thread, 'Hello');
  const { data } = await client.get<Run>(`/v1/loom/runs/${id}`);
  expect(data).toEqual({
    id,
    thread_id: thread,
    subject_ref: 'ada',
    agent: { id: expect.any(String), name: expect.any(String) },
    origin: 'api',
    state: 'closed',
    terminal: true,
    reason: 'finished',
    cost_credits: 0.006,
    message: {
      id: expect.any(String),
      role: 'assistant',
      content: 'You said: Hello',
      created_at: expect.any(String),
    },
    opened_at: expect.any(String),
    closed_at: expect.any(String),
  });
});
