import { expect, it } from 'vitest';
import { origins } from '#contract/event.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import { deltaEvent, endEvents, envelopes, replyEvents } from '#engine/rules/events.ts';
import { now, run, context, thread } from '../../../support/rules/documents.ts';

const message = {
  _id: 'reply',
  workspace_id: 'workspace',
  thread_id: 'thread',
  run_id: 'run',
  run_seq: 1,
  role: 'assistant' as const,
  content: 'Hello.',
  seq: 2,
  created_at: now,
};

it("[event.seq] events go on from the run's last and the thread's last, without gaps", () => {
  const events = [
    { type: 'tool_call.started' as const, data: {} },
    { type: 'tool_call.completed' as const, data: {} },
  ];
  const made = envelopes(run({ last_event_seq: 3 }), thread({ last_event_seq: 8 }), events, context());
  expect(made.map(({ seq, thread_seq }) => [seq, thread_seq])).toEqual([
    [4, 9],
    [5, 10],
  ]);
  expect(made.map(({ _id }) => _id)).toEqual(['evt_id1', 'evt_id2']);
});

it('[event.type.message-delta] a delta is not stored and has no place', () => {
  const delta = deltaEvent(run(), { message_id: 'reply', index: 0, text: 'He' }, context());
  expect(delta).toMatchObject({ type: 'message.delta', seq: null });
  expect(delta).not.toHaveProperty('thread_seq');
});

it('[event.context] an envelope names the connection where the run has one', () => {
  const connection = { id: 'connection', name: 'Bank' };
  const [made] = envelopes(run({ connection }), thread(), [{ type: 'run.started', data: {} }], context());
  expect(made?.context).toMatchObject({ connection_id: 'connection', subject_ref: 'subject' });
});

it.each(origins)('[event.origin] every event of a run has the origin of what started it: %s', (origin) => {
  const events = [
    { type: 'run.started' as const, data: {} },
    { type: 'run.completed' as const, data: {} },
  ];
  const made = envelopes(run({ origin }), thread(), events, context());
  const delta = deltaEvent(run({ origin }), { message_id: 'reply', index: 0, text: '' }, context());
  expect([...made, delta].map((event) => event.origin)).toEqual([origin, origin, origin]);
});

it('[event.type.message-completed] [event.type.message-block] a rich reply is told as its block, then as complete', () => {
  expect(replyEvents(message).map(({ type }) => type)).toEqual(['message.completed']);
  const rich = { ...message, parts: toJsonText([{ type: 'text' as const, text: 'Hello.' }]) };
  expect(replyEvents(rich).map(({ type }) => type)).toEqual(['message.block', 'message.completed']);
});

it('[event.type.run-completed] [event.type.run-failed] the end is told with its reason and cost, or its error', () => {
  const error = { code: 'turn_limit' as const, message: 'No more.' };
  expect(endEvents(run())).toEqual([]);
  expect(endEvents(run({ state: 'closed', reason: 'handoff', cost: 1_500_000 }))).toEqual([
    { type: 'run.completed', data: { state: 'closed', reason: 'handoff', cost_credits: 1.5 } },
  ]);
  expect(endEvents(run({ state: 'failed', error }))).toEqual([{ type: 'run.failed', data: { error } }]);
});

it('[event.type.run-started] data is kept as its text', () => {
  const [made] = envelopes(run(), thread(), [{ type: 'run.started', data: { $ref: 1 } }], context());
  expect(fromJsonText(made?.data as never)).toEqual({ $ref: 1 });
});
