import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { DeltaDocument } from '#store/documents/delta.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { Database } from '#store/mongo/database.ts';
import { ReplyFeed } from '#store/streaming/reply-feed.ts';
import type { WatchAnnouncer } from '#store/streaming/watched-threads.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const envelope: EventDocument = {
  _id: 'evt',
  workspace_id: 'w',
  type: 'message.delta',
  created_at: new Date(0),
  seq: null,
  origin: 'api',
  source: { kind: 'run', id: 'run' },
  context: { workspace_id: 'w' },
  run_id: 'run',
  thread_id: 't',
  data: toJsonText({}),
};

function delta(offset: number, text: string): DeltaDocument {
  return { ...envelope, take: 'a', offset, data: toJsonText({ message_id: 'm', index: 0, text }) };
}

const completed: EventDocument = {
  ...envelope,
  type: 'message.completed',
  seq: 2,
  thread_seq: 2,
  data: toJsonText({ id: 'm', content: 'one two three' }),
};

/** A feed of a thread that has no reply in the store, after its first look there. */
async function feedWithAsks() {
  const asked: number[] = [];
  const announcer = { ask: () => asked.push(Date.now() - 1_000_000) } as unknown as WatchAnnouncer;
  const db = { threads: { findOne: async () => await Promise.resolve(null) } } as unknown as Database;
  const feed = new ReplyFeed(db, announcer, 't');
  const look = async () => {
    const found: EventDocument[] = [];
    for await (const event of feed.read()) found.push(event);
    return found;
  };
  expect(await look()).toEqual([]);
  return { feed, asked, look };
}

it('[event.stream.text-so-far] a delta that does not fit leads to a request at once, if the last one was half a second ago', async () => {
  const { feed, asked } = await feedWithAsks();
  vi.advanceTimersByTime(500);
  expect([...feed.placed(delta(3, ' two'))]).toEqual([]);
  expect([...feed.placed(delta(7, ' three'))]).toEqual([]);
  expect(asked).toEqual([500]);
});

it('[event.stream.text-so-far] a delta that does not fit leads to a request though nothing follows it', async () => {
  const { feed, asked, look } = await feedWithAsks();
  expect(feed.dueInMs).toBeUndefined();
  vi.advanceTimersByTime(200);
  expect([...feed.placed(delta(3, ' two'))]).toEqual([]);
  expect([asked, feed.dueInMs]).toEqual([[], 300]);
  vi.advanceTimersByTime(299);
  await look();
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1);
  await look();
  expect([asked, feed.dueInMs]).toEqual([[500], undefined]);
});

it.each([
  ['the text so far', (feed: ReplyFeed) => [...feed.placed(delta(0, 'one two'))]],
  ['the message', (feed: ReplyFeed) => [...feed.withRest(completed)]],
])('[event.stream.text-so-far] nothing is requested once %s has come', async (_, come) => {
  const { feed, asked, look } = await feedWithAsks();
  expect([...feed.placed(delta(0, 'one'))]).toHaveLength(1);
  expect([...feed.placed(delta(7, ' three'))]).toEqual([]);
  expect(feed.dueInMs).toBe(500);
  expect(come(feed).length).toBeGreaterThan(0);
  expect(feed.dueInMs).toBeUndefined();
  vi.advanceTimersByTime(500);
  await look();
  expect(asked).toEqual([]);
});
