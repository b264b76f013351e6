import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeltaSink } from '#activities/delta-sink.ts';
import { ReplyDeltas } from '#activities/reply-deltas.ts';
import type { EventDocument } from '#store/events.ts';
import { newId, replyId } from '#store/ids.ts';
import type { RunDocument } from '#store/runs.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(run = newId()) {
  const sent: { at: number; data: EventDocument['data'] }[] = [];
  const audience = { wanted: true };
  const sink: DeltaSink = {
    wanted: () => audience.wanted,
    send: ({ created_at, data }) => sent.push({ at: created_at.getTime(), data }),
  };
  const document = {
    _id: run,
    agent: { id: 'a', key: 'a' },
    thread_id: 't',
    workspace_id: 'w',
  } as RunDocument;
  const replyTo = () => new ReplyDeltas(sink, document, 'm');
  return { sent, audience, replyTo };
}
const texts = (sent: { data: EventDocument['data'] }[]) => sent.map(({ data }) => data?.['text']);

it('fragments of one moment go out together, and what is left when the reply is whole', () => {
  const { sent, replyTo } = start();
  const deltas = replyTo();
  for (const word of ['one', ' two', ' three']) deltas.add(word);
  deltas.finish();
  expect(sent.map(({ data }) => data)).toEqual([{ message_id: 'm', index: 0, text: 'one two three' }]);
});

it('[realtime.publish.delta-batches] however fast turns follow each other, a run sends ten deltas a second', () => {
  const { sent, replyTo } = start();
  for (let turn = 0; turn < 40; turn += 1) {
    const deltas = replyTo();
    for (let word = 0; word < 10; word += 1) {
      deltas.add('word ');
      vi.advanceTimersByTime(10);
    }
    deltas.finish();
  }
  const inSecondFrom = (from: number) => sent.filter(({ at }) => at >= from && at < from + 1000).length;
  expect(Math.max(...sent.map(({ at }) => inSecondFrom(at)))).toBe(10);
});

it('[realtime.publish.delta-batches] a long reply goes out in even pieces that give it whole', () => {
  const { sent, replyTo } = start();
  const deltas = replyTo();
  for (let word = 0; word < 500; word += 1) {
    deltas.add(`${word} `);
    vi.advanceTimersByTime(7);
  }
  deltas.finish();
  expect(texts(sent).join('')).toBe(Array.from({ length: 500 }, (_, word) => `${word} `).join(''));
  expect(sent.map(({ data }) => data?.['index'])).toEqual(sent.map((_, index) => index));
  expect(sent.length).toBeLessThanOrEqual(36);
  expect(sent.length).toBeGreaterThanOrEqual(28);
});

it('while nobody wants them they are kept back; who comes gets all so far in one', () => {
  const { sent, audience, replyTo } = start();
  audience.wanted = false;
  const deltas = replyTo();
  deltas.add('early ');
  vi.advanceTimersByTime(1000);
  audience.wanted = true;
  deltas.add('late');
  vi.advanceTimersByTime(1000);
  expect(texts(sent)).toEqual(['early late']);
  deltas.stop();
});

it('a reply that is given up sends nothing more', () => {
  const { sent, replyTo } = start();
  const deltas = replyTo();
  deltas.add('one');
  deltas.stop();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([]);
});

it('a turn that is taken again replies with the same id, another turn with another', () => {
  const run = newId();
  expect(replyId(run, 1)).toBe(replyId(run, 1));
  expect(new Set([replyId(run, 1), replyId(run, 2), replyId(newId(), 1)]).size).toBe(3);
  expect(replyId(run, 1)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
