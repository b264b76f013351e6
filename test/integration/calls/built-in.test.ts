import { expect, it } from 'vitest';
import { callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import { converse, messagesOf } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();

it('[patch.builtin.ask-user] [tool-call.status] [run.states.question] [message.post.answer] ask_user takes a question and options, and the next message answers it', async () => {
  const { client, thread } = await startActing(service);
  const prompt = { question: 'Which?', options: ['a', 'b'] };
  const { id, state } = await converse(client, thread, `/call ask_user ${JSON.stringify(prompt)}`);
  expect(state).toBe('awaiting_input');
  expect((await threadOf(client, thread)).pending_elicitation).toEqual({
    run_id: id,
    kind: 'ask_user',
    prompt,
    created_at: expect.any(String),
    expires_at: expect.any(String),
  });
  const [asked] = await callsOf(client, id);
  expect(asked).toMatchObject({ interaction: 'interactive', gate: null, status: 'pending', args: prompt });
  expect(asked).not.toHaveProperty('result');
  const events = await eventsOf(service.db, id);
  expect(events.at(-1)).toMatchObject({
    type: 'elicitation.requested',
    data: { tool_call_id: expect.any(String), patch_ref: 'ask_user@1', kind: 'ask_user', prompt },
  });
  expect(await converse(client, thread, 'b')).toMatchObject({ id, state: 'closed', reason: 'finished' });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'ok', result: { answer: 'b' } }]);
  expect((await threadOf(client, thread)).pending_elicitation).toBeNull();
  const messages = await messagesOf(client, thread);
  expect(messages.map(({ role, run_id, seq }) => ({ role, run_id, seq }))).toEqual(
    ['user', 'user', 'assistant'].map((role, index) => ({ role, run_id: id, seq: index + 1 })),
  );
});

it('[patch.builtin.ask-user] ask_user does not take other arguments', async () => {
  const { client, thread } = await startActing(service);
  const wrong = ['{}', '{"question":7}', '{"question":"?","options":"a"}', '{"question":"?","other":1}'];
  const { id, state } = await converse(
    client,
    thread,
    wrong.map((args) => `/call ask_user ${args}`).join('\n'),
  );
  expect(state).toBe('closed');
  expect(await callsOf(client, id)).toMatchObject(
    wrong.map(() => ({ status: 'failed', error: { code: 'invalid_args' } })),
  );
});

it('[patch.builtin.handoff] [run.end.handoff] handoff takes a reason, is ok, and leaves the model words alone', async () => {
  const { client, thread } = await startActing(service);
  const script = '/call handoff {"reason":"angry"}\n---\n/call ask_user {"question":"?"}\n/say Bye';
  const run = await converse(client, thread, script);
  expect(run).toMatchObject({ state: 'closed', reason: 'handoff', message: { content: 'Bye' } });
  expect(await callsOf(client, run.id)).toMatchObject([
    { patch_ref: 'handoff@1', interaction: 'handoff', status: 'ok', args: { reason: 'angry' } },
  ]);
  const events = await eventsOf(service.db, run.id);
  expect(events.map(({ type }) => type)).toEqual([
    'run.started',
    'tool_call.started',
    'handoff.requested',
    'tool_call.completed',
    'message.completed',
    'run.completed',
  ]);
  expect(events[2]?.data).toEqual({ patch_ref: 'handoff@1', reason: 'angry' });
});

it('[patch.builtin.handoff] handoff without a reason hands nothing off', async () => {
  const { client, thread } = await startActing(service);
  const run = await converse(client, thread, '/call handoff {"summary":"x"}\n---\n/say still here');
  expect(run).toMatchObject({ state: 'closed', reason: 'finished', message: { content: 'still here' } });
});
