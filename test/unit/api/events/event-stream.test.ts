import { createParser } from 'eventsource-parser';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pino } from 'pino';
import { toJsonText } from '#contract/json-text.ts';
import { eventStream, frameOfEvent } from '#api/resources/events/event-stream.ts';
import type { EventDocument } from '#engine/documents/event.ts';

const log = pino({ level: 'silent' });

async function collect(stream: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

/** A feed that yields the given items. */
function feedOf(given: (EventDocument | undefined | Error)[]) {
  return async function* follow(): AsyncGenerator<EventDocument | undefined> {
    for (const next of given) {
      if (next instanceof Error) throw next;
      yield await Promise.resolve(next);
    }
  };
}

const event = (type: string): EventDocument =>
  ({
    _id: `evt_${type}`,
    type,
    created_at: new Date(0),
    seq: 1,
    data: toJsonText({ text: 'two\nlines' }),
  }) as never;

const options = {
  signal: new AbortController().signal,
  stillAllowed: async () => await Promise.resolve(true),
  stillThere: async () => await Promise.resolve(true),
  log,
};

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

it('[event.stream] an event is its id, its type and the envelope in one line; a delta has no id', async () => {
  const pieces = await collect(
    eventStream(feedOf([event('run.started'), event('message.delta')]), frameOfEvent, options),
  );
  const data = expect.stringMatching(/^data: \{.*"data":\{"text":"two\\nlines"\}\}$/);
  expect(pieces.map((piece) => piece.split('\n'))).toEqual([
    [': connected', ''],
    ['retry: 1000', 'id: evt_run.started', 'event: run.started', data, '', ''],
    ['event: message.delta', data, '', ''],
  ]);
});

it('[event.stream] while nothing happens a comment is sent', async () => {
  const pieces = await collect(eventStream(feedOf([undefined]), frameOfEvent, options));
  expect(pieces.slice(1)).toEqual([': heartbeat\n']);
});

it('[event.stream.blocks] every block of lines is an event, to a parser and to a client that splits at empty lines', async () => {
  const given = [undefined, undefined, event('run.started'), undefined, event('message.delta'), undefined];
  const text = (await collect(eventStream(feedOf(given), frameOfEvent, options))).join('');
  const parsed: [string | undefined, string | undefined][] = [];
  const retries: number[] = [];
  const parser = createParser({
    onEvent: ({ id, event: type }) => parsed.push([id, type]),
    onRetry: (ms) => retries.push(ms),
  });
  parser.feed(text);
  expect(parsed).toEqual([
    ['evt_run.started', 'run.started'],
    [undefined, 'message.delta'],
  ]);
  expect(retries).toEqual([1000]);
  const blocks = text.split('\n\n');
  // The part after the last event has not ended yet.
  expect(blocks.pop()).toBe(': heartbeat\n');
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(block).toMatch(/^data: /m);
});

it('[event.stream] a credential that is not good any more ends the stream, also while much happens', async () => {
  let allowed = true;
  const stream = eventStream(feedOf(Array.from({ length: 10 }, () => event('run.started'))), frameOfEvent, {
    ...options,
    stillAllowed: async () => await Promise.resolve(allowed),
  });
  let pieces = 0;
  for await (const _ of stream) {
    pieces += 1;
    vi.advanceTimersByTime(400);
    if (pieces === 5) allowed = false;
  }
  // The credential is checked before the fourth piece, and again before the seventh: even with the seconds that a
  // credential is cached, nothing is sent to one that was revoked five seconds ago.
  expect(pieces).toBe(6);
});

it('[erasure.streams] a stream ends when its thread is erased', async () => {
  let isThere = true;
  const stream = eventStream(feedOf([undefined, undefined, undefined]), frameOfEvent, {
    ...options,
    stillThere: async () => await Promise.resolve(isThere),
  });
  const pieces: string[] = [];
  for await (const piece of stream) {
    pieces.push(piece);
    if (pieces.length === 2) isThere = false;
  }
  expect(pieces).toEqual([': connected\n', ': heartbeat\n']);
});

it('[event.stream] a fault of ours ends the stream with a whole event, and is logged', async () => {
  const logged = vi.fn<() => void>();
  const faulty = eventStream(feedOf([event('run.started'), new Error('fault')]), frameOfEvent, {
    ...options,
    log: { error: logged } as never,
  });
  expect(await collect(faulty)).toHaveLength(2);
  expect(logged).toHaveBeenCalledOnce();
});
