import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { createDeltaSink, type PlacedDelta } from '#integrations/replies/delta-sink.ts';
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

function start(watched: boolean, withChannels = true) {
  const relayed: DeltaDocument[] = [];
  const published: DeltaDocument[] = [];
  const db = {
    deltas: { insertOne: async (delta: DeltaDocument) => await Promise.resolve(relayed.push(delta)) },
  } as unknown as Database;
  const channels = { delta: (delta: DeltaDocument) => published.push(delta), onAsk: () => () => {} };
  const watching = { has: () => watched, onAsk: () => () => {} };
  return { sink: createDeltaSink(db, watching, withChannels ? channels : undefined), relayed, published };
}

it('a delta is relayed to who watches, and published for browsers', () => {
  const { sink, relayed, published } = start(true);
  const delta = placed('new');
  sink.send(delta);
  expect(relayed).toEqual([{ ...delta.event, take: 'take', offset: 5 }]);
  expect(published).toEqual(relayed);
});

it('[event.stream.text-so-far] if somebody has asked, all receive the whole text, and take what is new to them', () => {
  const { sink, relayed, published } = start(true);
  sink.send(placed('new', { soFar: 'said new' }));
  expect(relayed).toMatchObject([
    { offset: 0, data: toJsonText({ message_id: 'm', index: 3, text: 'said new' }) },
  ]);
  expect(published).toEqual(relayed);
});

it('[event.type.message-delta] where nobody watches nothing is relayed, and without a provider nothing is wanted', () => {
  const { sink, relayed, published } = start(false);
  sink.send(placed('new'));
  expect([relayed.length, published.length]).toEqual([0, 1]);
  expect(sink.wanted('t')).toBe(true);
  expect(start(false, false).sink.wanted('t')).toBe(false);
});
