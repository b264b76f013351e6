import type { Filter } from 'mongodb';
import { toCredits } from '#contract/credits.ts';
import type { Page } from '#contract/pagination.ts';
import type { Product, RequestRecord } from '#contract/request.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { RequestDocument } from '../documents/request.ts';
import type { Database } from '../mongo/database.ts';
import { insertMissing } from '../mongo/duplicate-key.ts';
import { toPage } from '../mongo/page.ts';
import type { RequestBatchDocument } from '../documents/request-batch.ts';
import { byNewest, endOfSecond, openBatch } from './request-batches.ts';

/** Which requests of a workspace to list. */
export interface RequestFilter {
  workspace_id: string;
  subject_ref?: string;
  run_id?: string;
  product?: Product;
  status?: number;
}

/** So many batches are asked for at once: one of a busy workspace has a hundred records. */
const batchesAtOnce = 25;

/** Stores records. A batch that is there already, because an earlier try was cut off, is left as it is. */
export async function insertRequests(db: Database, batches: RequestBatchDocument[]): Promise<void> {
  await insertMissing(db.request_batches, batches);
}

export async function findRequest(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<RequestDocument | undefined> {
  const batches = await db.request_batches
    .find({
      workspace_id: workspaceId,
      _id: { $gte: id, $lt: endOfSecond(id) },
      oldest: { $lte: id },
    })
    .toArray();
  return batches.flatMap(openBatch).find(({ _id }) => _id === id);
}

/** Requests, newest first. The position is the last one's id. */
export async function listRequests(
  db: Database,
  filter: RequestFilter,
  limit: number,
  after?: string,
): Promise<Page<RequestDocument, string>> {
  const isOlder = ({ _id }: RequestDocument) => after === undefined || _id < after;
  const found: RequestDocument[] = [];
  const batches = db.request_batches
    .find(batchesWith(filter, after))
    .sort({ _id: -1 })
    .batchSize(batchesAtOnce);
  for await (const batch of batches) {
    // Batches overlap. What is in those to come is older than the newest of the next.
    if (found.filter(({ _id }) => _id > batch._id).length > limit) break;
    found.push(...openBatch(batch).filter((request) => isOlder(request) && isAbout(request, filter)));
  }
  return toPage(found.toSorted(byNewest).slice(0, limit + 1), limit, (last) => last._id);
}

/** How many requests a subject made for a run. */
export async function countRunRequests(
  db: Database,
  {
    workspace_id,
    run_id,
    subject_ref,
  }: Required<Pick<RequestFilter, 'workspace_id' | 'run_id' | 'subject_ref'>>,
): Promise<number> {
  const [counted] = await db.request_batches
    .aggregate<{ requests: number }>([
      { $match: { workspace_id, 'runs.id': run_id } },
      { $unwind: '$runs' },
      { $match: { 'runs.id': run_id, 'runs.subject_ref': subject_ref } },
      { $group: { _id: null, requests: { $sum: '$runs.requests' } } },
    ])
    .toArray();
  return counted?.requests ?? 0;
}

/** Batches that may have what is looked for. */
function batchesWith(
  { workspace_id, run_id, product, status }: RequestFilter,
  after: string | undefined,
): Filter<RequestBatchDocument> {
  return {
    workspace_id,
    ...(run_id === undefined ? {} : { 'runs.id': run_id }),
    ...(product === undefined ? {} : { products: product }),
    ...(status === undefined ? {} : { statuses: status }),
    ...(after === undefined ? {} : { _id: { $lt: endOfSecond(after) }, oldest: { $lt: after } }),
  };
}

function isAbout(request: RequestDocument, filter: RequestFilter): boolean {
  return Object.entries(filter).every(([field, value]) => request[field as keyof RequestFilter] === value);
}

export function toRequestRecord({
  _id,
  workspace_id: _owner,
  cost,
  created_at,
  ...fields
}: RequestDocument): RequestRecord {
  const actor = fields.actor ?? fields.subject_ref;
  return {
    id: _id,
    ...fields,
    ...(actor === undefined ? {} : { actor }),
    cost_credits: toCredits(cost),
    created_at: toTimestamp(created_at),
  };
}
