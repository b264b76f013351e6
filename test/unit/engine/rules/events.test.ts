import { expect, it } from 'vitest';
import { origins } from '#contract/event.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { deltaEvent, envelopes } from '#engine/rules/events.ts';
import { run, context, thread } from '../../../support/rules/documents.ts';

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

it('[event.type.run-started] data is kept as its text', () => {
  const [made] = envelopes(run(), thread(), [{ type: 'run.started', data: { $ref: 1 } }], context());
  expect(fromJsonText(made?.data as never)).toEqual({ $ref: 1 });
});
