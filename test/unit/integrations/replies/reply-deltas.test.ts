import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataOf } from '#store/events/events.ts';
import type { DeltaSink, PlacedDelta } from '#integrations/replies/delta-sink.ts';
import { ReplyDeltas } from '#integrations/replies/reply-deltas.ts';
import type { SentReply } from '#integrations/replies/sent-reply.ts';
import { MessageDelta } from '#contract/event.ts';
import { replyText } from '#engine/rules/reply-text.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import { newId } from '#store/mongo/ids.ts';
import type { RunDocument } from '#engine/documents/run.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A run, whose turns any of its workers may take. */
function start() {
  const sent: (PlacedDelta & { at: number })[] = [];
  const audience = { wanted: true };
  const asks = new Set<() => void>();
  const run = {
    _id: newId(),
    agent: { id: 'a', key: 'a' },
    thread_id: 't',
    workspace_id: 'w',
  } as RunDocument;
  const worker = () => {
    const sink: DeltaSink = {
      wanted: () => audience.wanted,
      send: (delta) => sent.push({ ...delta, at: delta.event.created_at.getTime() }),
      onAsk: (_, listener) => {
        asks.add(listener);
        return () => asks.delete(listener);
      },
      sent: new Map<string, SentReply>(),
    };
    return (...earlierTexts: string[]) => new ReplyDeltas(sink, run, earlierTexts);
  };
  const ask = () => {
    for (const listener of asks) listener();
  };
  return { run, sent, audience, worker, ask, asks };
}

type Sent = ReturnType<typeof start>['sent'];
const texts = (sent: Sent) => sent.map(({ event }) => dataOf(event)['text']);
const indexes = (sent: Sent) => sent.map(({ event }) => dataOf(event)['index']);
/** The text of a client that clears it at index 0. */
const shown = (sent: Sent) =>
  sent.reduce((text, { event }) => {
    const delta = MessageDelta.parse(dataOf(event));
    return delta.index === 0 ? delta.text : text + delta.text;
  }, '');

it('fragments of one moment go out together, and what is left when the reply is whole', () => {
  const { run, sent, worker } = start();
  const deltas = worker()();
  for (const word of ['one', ' two', ' three']) deltas.add(word);
  deltas.finish({ last: true });
  expect(sent.map(({ event }) => dataOf(event))).toEqual([
    { message_id: replyId(run._id), index: 0, text: 'one two three' },
  ]);
});

it('[realtime.publish.delta-batches] [event.deltas.one-message] however fast turns follow each other, a run sends ten deltas a second, and they are the reply', () => {
  const { sent, worker } = start();
  const turn = worker();
  const said: string[] = [];
  for (let count = 0; count < 40; count += 1) {
    const deltas = turn(...said);
    for (let word = 0; word < 10; word += 1) {
      deltas.add('word ');
      vi.advanceTimersByTime(10);
    }
    deltas.finish({ last: count === 39 });
    said.push('word '.repeat(10));
  }
  const inSecondFrom = (from: number) => sent.filter(({ at }) => at >= from && at < from + 1000).length;
  expect(Math.max(...sent.map(({ at }) => inSecondFrom(at)))).toBeLessThanOrEqual(10);
  expect(sent.length).toBeGreaterThanOrEqual(32);
  expect(indexes(sent)).toEqual(sent.map((_, index) => index));
  expect(texts(sent).join('')).toBe(replyText(said));
});

it('[realtime.publish.delta-batches] a long reply goes out in even pieces that give it whole', () => {
  const { sent, worker } = start();
  const deltas = worker()();
  for (let word = 0; word < 500; word += 1) {
    deltas.add(`${word} `);
    vi.advanceTimersByTime(7);
  }
  deltas.finish({ last: true });
  expect(texts(sent).join('')).toBe(Array.from({ length: 500 }, (_, word) => `${word} `).join(''));
  expect(indexes(sent)).toEqual(sent.map((_, index) => index));
  expect(sent.length).toBeLessThanOrEqual(36);
  expect(sent.length).toBeGreaterThanOrEqual(28);
});

it('[event.deltas.one-message] what an earlier turn had no room to send goes out while its call is made', () => {
  const { sent, worker } = start();
  const deltas = worker()();
  for (let word = 0; word < 100; word += 1) {
    deltas.add('word ');
    vi.advanceTimersByTime(12);
  }
  deltas.finish({ last: false });
  vi.advanceTimersByTime(1000);
  expect(texts(sent).join('')).toBe('word '.repeat(100));
  expect(vi.getTimerCount()).toBe(0);
});

it('[event.deltas.one-message] a later turn goes on behind a blank line; one that says nothing leaves none', () => {
  const { sent, worker } = start();
  const turn = worker();
  const first = turn();
  first.add('one');
  first.finish({ last: false });
  turn('one').finish({ last: false });
  vi.advanceTimersByTime(1000);
  const third = turn('one', '');
  third.add('two');
  third.finish({ last: true });
  expect(texts(sent)).toEqual(['one', '\n\ntwo']);
  expect(indexes(sent)).toEqual([0, 1]);
  expect(new Set(sent.map(({ take }) => take)).size).toBe(1);
  expect(sent.map(({ offset }) => offset)).toEqual([0, 3]);
});

it('[event.deltas.start-over] the turn of another worker starts over with all that was said, once it says something', () => {
  const { sent, worker } = start();
  const first = worker()();
  first.add('one');
  first.finish({ last: false });
  vi.advanceTimersByTime(1000);
  const second = worker()('one');
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(1);
  second.add('two');
  second.finish({ last: true });
  expect(texts(sent)).toEqual(['one', 'one\n\ntwo']);
  expect(indexes(sent)).toEqual([0, 0]);
  expect(new Set(sent.map(({ take }) => take)).size).toBe(2);
});

it('[event.deltas.start-over] a turn that is taken again starts over, with what earlier turns said', () => {
  const { sent, worker } = start();
  const turn = worker();
  const first = turn();
  first.add('one');
  first.finish({ last: false });
  vi.advanceTimersByTime(1000);
  const failed = turn('one');
  failed.add('wrong.');
  vi.advanceTimersByTime(1000);
  failed.stop();
  const again = turn('one');
  again.add('right');
  again.finish({ last: true });
  expect(shown(sent)).toBe('one\n\nright');
  expect(texts(sent).at(-1)).toBe('one\n\nright');
  expect(indexes(sent)).toEqual([0, 1, 0]);
});

it('while nobody wants them they are kept back, without a timer; who asks gets all so far in one', () => {
  const { sent, audience, worker, ask } = start();
  audience.wanted = false;
  const deltas = worker()('before');
  deltas.add('early ');
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  audience.wanted = true;
  ask();
  vi.advanceTimersByTime(1000);
  expect(texts(sent)).toEqual(['before\n\nearly ']);
  deltas.stop();
});

it('[event.stream.text-so-far] who asks gets all that was said, others what is new', () => {
  const { sent, worker, ask } = start();
  const deltas = worker()();
  deltas.add('one.');
  vi.advanceTimersByTime(1000);
  ask();
  vi.advanceTimersByTime(1000);
  deltas.add(' two.');
  ask();
  vi.advanceTimersByTime(1000);
  expect(texts(sent)).toEqual(['one.', '', ' two.']);
  expect(sent.map(({ soFar, offset }) => [soFar, offset])).toEqual([
    [undefined, 0],
    ['one.', 4],
    ['one. two.', 4],
  ]);
  expect(indexes(sent)).toEqual([0, 1, 1]);
  deltas.stop();
});

it('[realtime.publish.delta-batches] however many ask, a run sends ten deltas a second', () => {
  const { sent, worker, ask } = start();
  const deltas = worker()();
  deltas.add('one');
  for (let count = 0; count < 300; count += 1) {
    ask();
    vi.advanceTimersByTime(10);
  }
  deltas.finish({ last: true });
  const inSecondFrom = (from: number) => sent.filter(({ at }) => at >= from && at < from + 1000).length;
  expect(Math.max(...sent.map(({ at }) => inSecondFrom(at)))).toBeLessThanOrEqual(10);
});

it('[event.stream.text-so-far] a turn that has said nothing yet tells who asks what earlier ones said', () => {
  const { sent, worker, ask } = start();
  const deltas = worker()('one', 'two');
  ask();
  vi.advanceTimersByTime(1000);
  expect(sent.map(({ soFar }) => soFar)).toEqual(['one\n\ntwo']);
  deltas.stop();
});

it.each([
  ['half of a code point', ['a\uD83D', '\uDE00.']],
  ['an emoji and what it is joined with', ['👩', '\u200D', '💻', '.']],
  ['a skin tone', ['👍', '🏽', '!']],
  ['half of a flag', ['🇩', '🇪', '🇫', '🇷', ' ']],
  ['a letter and its mark', ['e', '\u0301', 'te']],
  ['a key', ['Press 1', '\uFE0F\u20E3', ' now']],
  ['a syllable', ['น', 'ี', '่', ' ']],
  ['a line break', ['a\r', '\nb']],
])('[event.deltas.characters] %s stays in one delta, however late the rest comes', (_, fragments) => {
  const { sent, worker } = start();
  const deltas = worker()();
  for (const fragment of fragments) {
    deltas.add(fragment);
    vi.advanceTimersByTime(/[a-z\d]$/.test(fragment) ? 150 : 1000);
  }
  deltas.finish({ last: true });
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const whole = Array.from(segmenter.segment(fragments.join('')), ({ index }) => index);
  let at = 0;
  for (const text of texts(sent)) {
    expect(whole).toContain(at);
    at += String(text).length;
  }
  expect(texts(sent).join('')).toBe(fragments.join(''));
});

it('[event.deltas.characters] a word is sent whole while the model pauses after it', () => {
  const { sent, worker } = start();
  const deltas = worker()();
  deltas.add('words');
  vi.advanceTimersByTime(1000);
  expect(texts(sent).join('')).toBe('words');
  deltas.add(' late');
  deltas.finish({ last: true });
  expect(texts(sent).join('')).toBe('words late');
});

it('[event.deltas.characters] a text that never ends a character is sent, and costs linear time', () => {
  const { sent, worker } = start();
  const deltas = worker()();
  const marks = `a${'\u0301'.repeat(200)}`;
  for (let count = 0; count < 500; count += 1) {
    deltas.add(marks);
    vi.advanceTimersByTime(10);
  }
  expect(sent.length).toBeGreaterThan(10);
  deltas.finish({ last: true });
  expect(texts(sent).join('')).toBe(marks.repeat(500));
});

it('a reply that is given up sends nothing more, and listens to nobody', () => {
  const { sent, worker, ask, asks } = start();
  const deltas = worker()();
  deltas.add('one');
  deltas.stop();
  ask();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([]);
  expect(asks.size).toBe(0);
});

it('[event.deltas.one-message] a run replies with one id, and another run with another', () => {
  const run = newId();
  expect(replyId(run)).toBe(replyId(run));
  expect(replyId(newId())).not.toBe(replyId(run));
  expect(replyId(run)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
