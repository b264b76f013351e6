import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { Binary } from 'mongodb';
import type { RequestBatchDocument } from '../documents/request-batch.ts';
import { idFrom, madeAt } from '../mongo/ids.ts';
import type { RequestDocument } from '../documents/request.ts';

/** A page of records opens few batches, and none of them is large. */
export const largestBatch = 100;
const batchMs = 1000;
/** A microsecond a record, and a seventh of its bytes. */
const fast = { level: constants.Z_BEST_SPEED };

/** Batches of records, each of one workspace and one second. */
export function toBatches(requests: RequestDocument[]): RequestBatchDocument[] {
  const groups = Map.groupBy(
    requests,
    ({ workspace_id, created_at }) => `${workspace_id} ${wholeSeconds(created_at)}`,
  );
  return [...groups.values()].flatMap((group) => {
    const newestFirst = group.toSorted(byNewest);
    const batches: RequestBatchDocument[] = [];
    for (let from = 0; from < group.length; from += largestBatch) {
      batches.push(toBatch(newestFirst.slice(from, from + largestBatch)));
    }
    return batches;
  });
}

/** The records of a batch, newest first. */
export function openBatch({ workspace_id, records }: RequestBatchDocument): RequestDocument[] {
  const lines = gunzipSync(records.value()).toString();
  return lines.split('\n').map((line) => {
    const record = JSON.parse(line) as StoredRecord;
    return { ...record, workspace_id, created_at: madeAt(record._id) };
  });
}

/** For `toSorted`: newest first. Ids are in the order of their moments. */
export function byNewest(one: RequestDocument, other: RequestDocument): number {
  return one._id < other._id ? 1 : -1;
}

/** The second that a request was made in: a batch holds those of one, and comes before those of a later one. */
export function secondOf(id: string): number {
  return wholeSeconds(madeAt(id));
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / batchMs);
}

/** What the ids of all batches that can have the record of a request come before. */
export function endOfSecond(id: string): string {
  return idFrom(new Date((secondOf(id) + 1) * batchMs));
}

/** What a line says: the batch says whose it is, and its id when it was. */
type StoredRecord = Omit<RequestDocument, 'workspace_id' | 'created_at'>;

function toBatch(newestFirst: RequestDocument[]): RequestBatchDocument {
  const [newest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (newest === undefined || oldest === undefined) throw new Error('a batch has records');
  const runs = runsOf(newestFirst);
  return {
    _id: newest._id,
    workspace_id: newest.workspace_id,
    oldest: oldest._id,
    products: distinct(newestFirst.map(({ product }) => product)),
    statuses: distinct(newestFirst.map(({ status }) => status)),
    ...(runs.length === 0 ? {} : { runs }),
    records: new Binary(gzipSync(newestFirst.map(toLine).join('\n'), fast)),
    created_at: newest.created_at,
  };
}

function toLine({ workspace_id: _owner, created_at: _moment, ...record }: RequestDocument): string {
  return JSON.stringify(record satisfies StoredRecord);
}

function runsOf(requests: RequestDocument[]): NonNullable<RequestBatchDocument['runs']> {
  const runs = new Map<string, NonNullable<RequestBatchDocument['runs']>[number]>();
  for (const { run_id, subject_ref } of requests) {
    if (run_id === undefined) continue;
    const key = `${run_id} ${subject_ref ?? ''}`;
    const run = runs.get(key);
    if (run !== undefined) run.requests += 1;
    else runs.set(key, { id: run_id, ...(subject_ref === undefined ? {} : { subject_ref }), requests: 1 });
  }
  return [...runs.values()];
}

function distinct<Value>(values: Value[]): Value[] {
  return [...new Set(values)];
}
