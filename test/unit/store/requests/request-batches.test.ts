import { expect, it } from 'vitest';
import { idFrom, newId } from '#store/mongo/ids.ts';
import { byNewest, openBatch, secondOf, toBatches } from '#store/requests/request-batches.ts';
import { requestRecord } from '../../../support/request-record.ts';

/** An id of that second, the `count`th in it. */
const idAt = (second: number, count: number) =>
  `${idFrom(new Date(second * 1000 + count))}-7000-8000-000000000000`;

it('gives back what was put in, newest first', () => {
  const requests = [
    requestRecord({
      run_id: newId(),
      thread_id: newId(),
      connection_id: newId(),
      subject_ref: 'ada',
      cost: 7,
    }),
    requestRecord(),
    requestRecord({ status: 404, replayed: true }),
  ];
  expect(toBatches(requests).flatMap(openBatch).toSorted(byNewest)).toEqual(requests.toSorted(byNewest));
});

it('has records of one workspace and one second in a batch, a hundred at most', () => {
  const requests = [
    ...Array.from({ length: 250 }, (_, count) => requestRecord({ _id: idAt(1000, count) })),
    requestRecord({ _id: idAt(1000, 300), workspace_id: 'other' }),
    requestRecord({ _id: idAt(1001, 0) }),
  ];
  const batches = toBatches(requests.toReversed());
  expect(batches.map(({ workspace_id, _id }) => [workspace_id, secondOf(_id)])).toEqual([
    ['w', 1001],
    ['other', 1000],
    ['w', 1000],
    ['w', 1000],
    ['w', 1000],
  ]);
  expect(batches.map((batch) => openBatch(batch).length)).toEqual([1, 1, 100, 100, 50]);
  for (const batch of batches) {
    const records = openBatch(batch);
    expect(records).toEqual(records.toSorted(byNewest));
    expect([batch._id, batch.oldest]).toEqual([records[0]?._id, records.at(-1)?._id]);
    expect(batch.created_at).toEqual(records[0]?.created_at);
  }
});

it('says what is in a batch, and how many requests a subject made for a run', () => {
  const [run, another] = [newId(), newId()];
  const at = (count: number) => ({ _id: idAt(1000, count) });
  const [batch] = toBatches([
    requestRecord({ ...at(0), run_id: run, subject_ref: 'ada', product: 'loom' }),
    requestRecord({ ...at(1), run_id: run, subject_ref: 'ada', product: 'loom', status: 202 }),
    requestRecord({ ...at(2), run_id: run, subject_ref: 'bob', product: 'loom', status: 404 }),
    requestRecord({ ...at(3), run_id: another }),
    requestRecord(at(4)),
  ]);
  expect(batch?.products.toSorted()).toEqual(['loom', 'platform']);
  expect(batch?.statuses.toSorted()).toEqual([200, 202, 404]);
  // As they come, newest first.
  expect(batch?.runs).toEqual([
    { id: another, requests: 1 },
    { id: run, subject_ref: 'bob', requests: 1 },
    { id: run, subject_ref: 'ada', requests: 2 },
  ]);
});
