import { expect, it } from 'vitest';
import type { Published } from '#adapters/realtime/port.ts';
import type { Event, MessageDelta } from '#contract/event.ts';
import { toJsonText } from '#contract/json-text.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { DeltaDocument } from '#store/documents/delta.ts';
import { RealtimeChannels } from '#integrations/replies/realtime-channels.ts';

const run_id = '0192f6c1-0000-7000-8000-000000000002';
const most = 600;

function event(type: EventDocument['type'], data: Record<string, unknown>): EventDocument {
  return {
    _id: 'evt',
    workspace_id: 'w',
    type,
    created_at: new Date(0),
    seq: type === 'message.delta' ? null : 1,
    origin: 'api',
    source: { kind: 'run', id: run_id },
    context: { workspace_id: 'w' },
    run_id,
    thread_id: 't',
    data: toJsonText(data),
  };
}
const delta = (offset: number, text: string, take = 'a'): DeltaDocument => ({
  ...event('message.delta', { message_id: replyId(run_id), index: 7, text }),
  take,
  offset,
});
const completed = (content: string) => event('message.completed', { id: replyId(run_id), content });

/** Channels whose provider sends on demand, and the received messages. */
function start() {
  const waiting: Published[] = [];
  const sent: Event[] = [];
  const asked: string[] = [];
  const channels = new RealtimeChannels({
    client: { key: '' },
    connectsTo: [],
    authorize: () => ({ auth: '' }),
    publish: (published) => waiting.push(published),
    fits: (each) => Buffer.byteLength(JSON.stringify(each)) <= most,
    close: async () => await Promise.resolve(),
  });
  channels.onAsk('t', () => asked.push('t'));
  const deliver = () => {
    for (const { events } of waiting.splice(0)) sent.push(...events());
  };
  /** A batch that the provider does not take; what is not perishable stays. */
  const fail = (reaches = false) => {
    for (const published of waiting.slice()) {
      const events = published.events();
      if (reaches) sent.push(...events);
    }
    for (const { onUnsent } of waiting) onUnsent();
    waiting.splice(0, waiting.length, ...waiting.filter(({ perishable }) => !perishable));
  };
  return { channels, sent, asked, deliver, fail };
}

/** The reply as a client adds it up, from what reached it. */
function added(events: Event[]): string {
  let text = '';
  for (const { type, data } of events) {
    if (type !== 'message.delta') continue;
    const piece = data as unknown as MessageDelta;
    text = piece.index === 0 ? piece.text : text + piece.text;
  }
  return text;
}
const indexes = (events: Event[]) =>
  events.filter(({ type }) => type === 'message.delta').map(({ data }) => data?.['index']);

it('[realtime.publish.deltas] deltas are numbered as they are sent, and a completed message needs no more', () => {
  const { channels, sent, deliver } = start();
  channels.delta(delta(0, 'one'));
  channels.delta(delta(3, ' two'));
  channels.stored(completed('one two'));
  deliver();
  expect(sent.map(({ type }) => type)).toEqual(['message.delta', 'message.delta', 'message.completed']);
  expect([indexes(sent), added(sent)]).toEqual([[0, 1], 'one two']);
  expect(sent[0]).not.toHaveProperty('take');
});

it.each([true, false])(
  '[realtime.publish.deltas] after a batch that failed, and has reached clients or not (%s), the reply starts over',
  (reaches) => {
    const { channels, sent, asked, deliver, fail } = start();
    channels.delta(delta(0, 'one'));
    deliver();
    channels.delta(delta(3, ' two'));
    fail(reaches);
    channels.delta(delta(7, ' three'));
    deliver();
    // A delta without its predecessor is not sent, and the text so far is requested.
    expect(asked).toEqual(['t']);
    channels.delta(delta(0, 'one two three'));
    channels.delta(delta(13, '.'));
    channels.stored(completed('one two three.'));
    deliver();
    expect(added(sent)).toBe('one two three.');
    expect(indexes(sent).slice(-2)).toEqual([0, 1]);
  },
);

it('[realtime.publish.deltas] a message that is sent again after a failure comes after all of its words', () => {
  const { channels, sent, deliver, fail } = start();
  channels.delta(delta(0, 'one'));
  channels.stored(completed('one'));
  fail();
  deliver();
  expect(sent.map(({ type, data }) => [type, data?.['text'] ?? data?.['content']])).toEqual([
    ['message.delta', 'one'],
    ['message.completed', 'one'],
  ]);
});

it('[realtime.publish.deltas] a message of which no delta was made is preceded by its words', () => {
  const { channels, sent, deliver } = start();
  channels.stored(completed('Hello'));
  deliver();
  expect([added(sent), sent.length]).toEqual(['Hello', 2]);
});

it('[realtime.publish.too-large] a delta over the provider\u2019s limit goes as several, between characters', () => {
  const { channels, sent, deliver } = start();
  const [first, rest] = ['\u{1F469}\u200D\u{1F4BB}'.repeat(60), '"\n'.repeat(400)];
  channels.delta(delta(0, first));
  channels.delta(delta(first.length, '.'));
  channels.stored(completed(`${first}.${rest}`));
  deliver();
  const deltas = sent.filter(({ type }) => type === 'message.delta');
  expect(added(sent)).toBe(`${first}.${rest}`);
  expect(indexes(sent)).toEqual(deltas.map((_, index) => index));
  for (const each of deltas) expect(Buffer.byteLength(JSON.stringify(each))).toBeLessThanOrEqual(most);
  for (const { data } of deltas.slice(0, 3)) expect(String(data?.['text'])).toMatch(/^\u{1F469}/u);
  // Two of them have the id of the deltas that were made.
  expect(new Set(deltas.map(({ id }) => id)).size).toBe(deltas.length - 1);
});

it('[realtime.publish.no-thread] an event without a thread is not published', () => {
  const { channels, sent, deliver } = start();
  const { thread_id: _none, ...bare } = event('extract.completed', {});
  channels.stored(bare);
  deliver();
  expect(sent).toEqual([]);
});
