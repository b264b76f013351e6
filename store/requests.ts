import { toCredits, type Microcredits } from '#contract/credits.ts';
import type { Origin } from '#contract/event.ts';
import type { Page } from '#contract/pagination.ts';
import type { Product, RequestRecord } from '#contract/request.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from './database.ts';
import { insertMissing } from './duplicate-key.ts';
import { toPage } from './page.ts';

/** That a request was made, and how it went; never what was in it (contract section 3, "Requests"). */
export interface RequestDocument {
  /** The `Request-Id` of its response. */
  _id: string;
  workspace_id: string;
  method: string;
  /** As it was asked for, without the query. */
  path: string;
  /** The path as the API description has it. */
  route: string;
  status: number;
  duration_ms: number;
  product: Product;
  origin: Origin;
  subject_ref?: string;
  run_id?: string;
  thread_id?: string;
  connection_id?: string;
  replayed: boolean;
  cost: Microcredits;
  created_at: Date;
}

/** Which requests of a workspace to list. */
export interface RequestFilter {
  workspace_id: string;
  subject_ref?: string;
  run_id?: string;
  product?: Product;
  status?: number;
}

/** Stores records. One that is there already, because an earlier try was cut off, is left as it is. */
export async function insertRequests(db: Database, documents: RequestDocument[]): Promise<void> {
  await insertMissing(db.requests, documents);
}

export async function findRequest(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<RequestDocument | null> {
  return await db.requests.findOne({ _id: id, workspace_id: workspaceId });
}

/** Requests, newest first. The position is the last one's id. */
export async function listRequests(
  db: Database,
  filter: RequestFilter,
  limit: number,
  after?: string,
): Promise<Page<RequestDocument, string>> {
  const documents = await db.requests
    .find({ ...filter, ...(after === undefined ? {} : { _id: { $lt: after } }) })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray();
  return toPage(documents, limit, (last) => last._id);
}

export async function countRequests(db: Database, filter: RequestFilter): Promise<number> {
  return await db.requests.countDocuments(filter);
}

export function toRequestRecord({
  _id,
  workspace_id: _owner,
  cost,
  created_at,
  ...fields
}: RequestDocument): RequestRecord {
  return { id: _id, ...fields, cost_credits: toCredits(cost), created_at: toTimestamp(created_at) };
}
