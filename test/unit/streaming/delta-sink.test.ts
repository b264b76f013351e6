import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { createDeltaSink, type PlacedDelta } from '#streaming/delta-sink.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import type { Event } from '#contract/event.ts';
import type { Database } from '#store/mongo/database.ts';
import type { DeltaDocument } from '#store/documents/delta.ts';
import { deltaEvent } from '#engine/rules/events.ts';
import type { RunDocument } from '#engine/documents/run.ts';

const run = { _id: 'r', agent: { id: 'a', key: 'a' }, thread_id: 't', workspace_id: 'w' } as RunDocument;
const placed = (text: string, parts: Partial<PlacedDelta> = {}): PlacedDelta => ({
  event: deltaEvent(run, { message_id: 'm', index: 3, text }, { now: new Date(0), newId: () => 'id' }),
  take: 'take',
  offset: 5,
  ...parts,
});

function start(watched: boolean, withRealtime = true) {
  const relayed: DeltaDocument[] = [];
  const published: Event[] = [];
  const db = {
    deltas: { insertOne: async (delta: DeltaDocument) => await Promise.resolve(relayed.push(delta)) },
  } as unknown as Database;
  const realtime = { publish: (event: Event) => published.push(event) } as unknown as Realtime;
  const watching = { has: () => watched, onAsk: () => () => {} };
  return { sink: createDeltaSink(db, watching, withRealtime ? realtime : undefined), relayed, published };
}

it('a delta is relayed to who watches, and published for browsers, with the same id, index and text', () => {
  const { sink, relayed, published } = start(true);
  const delta = placed('new');
  sink.send(delta);
  expect(relayed).toEqual([{ ...delta.event, take: 'take', offset: 5 }]);
  expect(published).toMatchObject([
    { id: delta.event._id, data: { message_id: 'm', index: 3, text: 'new' } },
  ]);
  // What places a delta is ours: no transport carries it.
  expect(published[0]).not.toHaveProperty('take');
});

it('[event.stream.text-so-far] who asked is relayed all that was said, and browsers get what is new of it', () => {
  const { sink, relayed, published } = start(true);
  sink.send(placed('new', { soFar: 'said new' }));
  expect(relayed).toMatchObject([
    { offset: 0, data: toJsonText({ message_id: 'm', index: 3, text: 'said new' }) },
  ]);
  expect(published).toMatchObject([{ data: { text: 'new' } }]);
  sink.send(placed('', { soFar: 'said new' }));
  expect(relayed).toHaveLength(2);
  expect(published).toHaveLength(1);
});

it('[event.type.message-delta] where nobody watches nothing is relayed, and without a provider nothing is wanted', () => {
  const { sink, relayed, published } = start(false);
  sink.send(placed('new'));
  expect([relayed.length, published.length]).toEqual([0, 1]);
  expect(sink.wanted('t')).toBe(true);
  expect(start(false, false).sink.wanted('t')).toBe(false);
});
