import { expect, it } from 'vitest';
import { defaultRetention, differencesOf, type Index, indexesOf, nameOf } from '#store/mongo/indexes.ts';

const byId = { v: 2, key: { _id: 1 }, name: '_id_' };
const wanted: Index[] = [
  [{ workspace_id: 1, _id: -1 }],
  [{ created_at: 1 }, { expireAfterSeconds: 60 }],
  [
    { run_id: 1, seq: 1 },
    { unique: true, partialFilterExpression: { run_id: { $exists: true } } },
  ],
];
const found = wanted.map(([key, options = {}]) => ({ v: 2, key, name: nameOf(key), ...options }));

/** As {@link found}, with one index changed. */
const withIndex = (at: number, change: object) =>
  found.map((index, place) => (place === at ? { ...index, ...change } : index));
const summary = (indexes: typeof found) =>
  differencesOf(wanted, [byId, ...indexes]).map(({ kind, name }) => [kind, name]);

it('indexes that are as they should be do not differ, whatever they are called', () => {
  expect(summary(found)).toEqual([]);
  expect(summary(withIndex(0, { name: 'mine' }))).toEqual([]);
});

it('an index that is not there is missing', () => {
  expect(differencesOf(wanted, []).map(({ kind }) => kind)).toEqual(['missing', 'missing', 'missing']);
  expect(summary(found.slice(1))).toEqual([['missing', 'workspace_id_1__id_-1']]);
});

it.each([
  ['time to live', 1, { expireAfterSeconds: 61 }],
  ['uniqueness', 0, { unique: true }],
  ['filter', 2, { partialFilterExpression: { seq: { $exists: true } } }],
  ['visibility', 0, { hidden: true }],
])('an index with another %s differs', (_, at, change) => {
  expect(summary(withIndex(at, change))).toEqual([['differs', found[at]?.name]]);
});

it('fields in another order, or another direction, make another index', () => {
  expect(summary(withIndex(0, { key: { _id: -1, workspace_id: 1 }, name: 'turned' }))).toEqual([
    ['missing', 'workspace_id_1__id_-1'],
    ['unknown', 'turned'],
  ]);
  expect(summary(withIndex(0, { key: { workspace_id: 1, _id: 1 }, name: 'other' }))).toEqual([
    ['missing', 'workspace_id_1__id_-1'],
    ['unknown', 'other'],
  ]);
});

it('no collection has two indexes of the same fields: MongoDB would take them for one', () => {
  for (const indexes of Object.values(indexesOf(defaultRetention))) {
    const names = indexes.map(([fields]) => nameOf(fields));
    expect(new Set(names).size).toBe(names.length);
  }
});
