import { expect, it } from 'vitest';
import { collectionsOf } from '#adapters/telemetry/export/collections-of.ts';

it.each([
  [{ find: 'runs', filter: { subject_ref: 'ada' } }, 'runs'],
  [{ findAndModify: 'threads', query: { _id: '1' }, update: {} }, 'threads'],
  [{ getMore: 1, collection: 'events' }, 'events'],
  [
    { bulkWrite: 1, nsInfo: [{ ns: 'heddle.runs' }, { ns: 'heddle.events' }, { ns: 'heddle.runs' }] },
    'events,runs',
  ],
  [{ bulkWrite: 1, nsInfo: { documents: [{ ns: 'heddle.ledger' }] } }, 'ledger'],
  [{ commitTransaction: 1 }, ''],
  [{ aggregate: 1, pipeline: [] }, ''],
  // The instrumentation gives the document that is inserted, in place of the command.
  [{ _id: '1', find: 'ada' }, ''],
  [{ find: 'My card is 4111' }, ''],
])('[tracing.requests] of %j, the collections are %j', (command, expected) => {
  expect(collectionsOf(command)).toBe(expected);
});
