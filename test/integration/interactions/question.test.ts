import { expect, it } from 'vitest';
import type { AcceptedMessage } from '#contract/message.ts';
import type { Thread } from '#contract/thread.ts';
import { converse, messagesOf, settled, startThread } from '#client/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { publishActing } from '../../support/acting.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const script = '/call ask_user {"question":"Which account?","options":["a","b"]}\n---\n/say Got {{last}}';

it('[run.states.question] [message.post.answer] a question pauses the run, and the next message answers it', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, []);
  const thread = await startThread(client, agent.id);
  const paused = await converse(client, thread, script);
  expect(paused).toMatchObject({ state: 'awaiting_input', terminal: false });
  const { data: shown } = await client.get<Thread>(`/v1/loom/threads/${thread}`);
  expect(shown.pending_elicitation).toEqual({
    run_id: paused.id,
    kind: 'ask_user',
    prompt: { question: 'Which account?', options: ['a', 'b'] },
    created_at: expect.any(String),
    expires_at: expect.any(String),
  });
  expect(shown.pending_action).toBeNull();
  expect(shown).not.toHaveProperty('pending_confirmation');

  const answered = await client.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, {
    content: 'b',
  });
  expect(answered.status).toBe(202);
  expect(answered.data).toEqual({ run_id: paused.id, thread_id: thread, state: 'running' });
  expect(await settled(client, paused.id)).toMatchObject({
    state: 'closed',
    reason: 'finished',
    message: { content: 'Got {"answer":"b"}' },
  });
  const messages = await messagesOf(client, thread);
  expect(messages.map(({ role, content, run_id, seq }) => ({ role, content, run_id, seq }))).toEqual([
    { role: 'user', content: script, run_id: paused.id, seq: 1 },
    { role: 'user', content: 'b', run_id: paused.id, seq: 2 },
    { role: 'assistant', content: 'Got {"answer":"b"}', run_id: paused.id, seq: 3 },
  ]);
  expect((await client.get<Thread>(`/v1/loom/threads/${thread}`)).data.pending_elicitation).toBeNull();
  expect((await eventsOf(service.db, paused.id)).map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'run.started'],
    [2, 'tool_call.started'],
    [3, 'elicitation.requested'],
    [4, 'tool_call.completed'],
    [5, 'message.completed'],
    [6, 'run.completed'],
  ]);
});

it('[run.order.past-paused] a newer run works while an older one awaits its outcome', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, [
    {
      key: 'sign',
      description: 'Signs.',
      interaction: 'proposed_action',
      input_schema: { type: 'object' },
      risk: { base: 'low' },
      reliability: { idempotent: false, retry: 'none' },
    },
  ]);
  const thread = await startThread(client, agent.id);
  const first = await converse(client, thread, '/call sign {"doc":1}\n---\n/say Signed: {{last}}');
  expect(first.state).toBe('awaiting_outcome');
  const second = await converse(client, thread, 'Meanwhile');
  expect(second).toMatchObject({ state: 'closed', message: { content: 'You said: Meanwhile' } });
  const { data } = await client.get<Thread>(`/v1/loom/threads/${thread}`);
  expect(data.pending_action).toMatchObject({ run_id: first.id, patch_ref: 'sign@1', args: { doc: 1 } });
  const outcome = {
    tool_call_id: data.pending_action?.tool_call_id,
    state: 'occurred',
    detail: { by: 'Ada' },
  };
  const reported = await client.post(`/v1/loom/runs/${first.id}/outcome`, outcome);
  expect([reported.status, reported.data]).toEqual([202, { run_id: first.id, state: 'running' }]);
  expect(await settled(client, first.id)).toMatchObject({
    state: 'closed',
    message: { content: 'Signed: {"state":"occurred","detail":{"by":"Ada"}}' },
  });
  const again = await client.post(`/v1/loom/runs/${first.id}/outcome`, { ...outcome, state: 'failed' });
  expect([again.status, again.data]).toEqual([202, { run_id: first.id, state: 'closed' }]);
});
