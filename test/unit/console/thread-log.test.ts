import { expect, it } from 'vitest';
import type { ThreadEvent } from '#console/api/schema.ts';
import { emptyLog, receive } from '#console/conversation/thread-log.ts';
import { delta, storedEvent } from './stored-event.ts';

const textOf = (events: ThreadEvent[]) => receive(emptyLog, events).drafts['run-1']?.text;

it('[console.nothing-doubled] an event counts once, however often and in whatever order it arrives', () => {
  const started = storedEvent('run.started', {}, { seq: 1 });
  const called = storedEvent('tool_call.started', {}, { seq: 2 });
  const completed = storedEvent('run.completed', {}, { seq: 3 });
  let log = receive(emptyLog, [completed, started]);
  log = receive(log, [started, called, completed]);
  expect(log.events).toEqual([started, called, completed]);
  expect(receive(log, [called])).toBe(log);
});

it('deltas add up from the latest index 0', () => {
  expect(textOf([delta('m', 0, 'One'), delta('m', 1, ' two')])).toBe('One two');
  expect(textOf([delta('m', 0, 'One'), delta('m', 1, ' two'), delta('m', 0, 'One two three')])).toBe(
    'One two three',
  );
});

it('a draft ends with its message, and later deltas of it do not bring it back', () => {
  const message = { id: 'm', run_id: 'run-1', role: 'assistant', content: 'One two', parts: null, seq: 2 };
  const completed = storedEvent('message.completed', message, { seq: 2 });
  const log = receive(emptyLog, [delta('m', 0, 'One'), completed]);
  expect(log.drafts).toEqual({});
  expect(log.messages).toEqual({ m: message });
  expect(receive(log, [delta('m', 1, ' two')]).drafts).toEqual({});
});

it('a run that ends without a reply discards its draft, and only its own', () => {
  const log = receive(emptyLog, [
    delta('m', 0, 'One'),
    delta('n', 0, 'Other', 'run-2'),
    storedEvent('run.failed', { error: { code: 'model_error', message: 'x' } }, { seq: 3 }),
    delta('m', 1, ' late'),
  ]);
  expect(Object.keys(log.drafts)).toEqual(['run-2']);
});

it('events of one run keep the order of their counts, even with equal times', () => {
  const first = storedEvent('run.started', {}, { seq: 1 });
  const second = { ...storedEvent('run.completed', {}, { seq: 2 }), created_at: first.created_at };
  expect(receive(emptyLog, [second, first]).events.map(({ seq }) => seq)).toEqual([1, 2]);
});

it('[console.words-stay] what is heard of a reply after its run has paused was said at the pause, not after it', () => {
  const asked = storedEvent('write.confirmation_requested', {}, { seq: 1 });
  const said = { at: asked.created_at, text: 'I have prepared it.' };
  const late = delta('m', 0, said.text);
  expect(receive(emptyLog, [asked, late]).spoken.get('run-1')).toEqual([said]);
  expect(receive(receive(emptyLog, [asked]), [late]).spoken.get('run-1')).toEqual([said]);
});
