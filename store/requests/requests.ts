import { toCredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import type { Product, RequestRecord } from '#contract/request.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { RequestDocument } from '../documents/request.ts';
import type { Database } from '../mongo/database.ts';
import { insertMissing } from '../mongo/duplicate-key.ts';
import { newestPage } from '../mongo/page.ts';

/** Which requests of a workspace to list. */
export interface RequestFilter {
  workspace_id: string;
  subject_ref?: string;
  run_id?: string;
  product?: Product;
  status?: number;
}

/** Stores records. Those that an earlier, interrupted attempt stored stay unchanged. */
export async function insertRequests(db: Database, requests: RequestDocument[]): Promise<void> {
  await insertMissing(db.requests, requests);
}

/** The record of a workspace's request; null if there is none. */
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
  return await newestPage(db.requests, { ...filter }, limit, after);
}

/** How many requests the filter matches. */
export async function countRequests(db: Database, filter: RequestFilter): Promise<number> {
  return await db.requests.countDocuments({ ...filter });
}

/** A record as the API shows it. */
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
    ...defined({ actor }),
    cost_credits: toCredits(cost),
    created_at: toTimestamp(created_at),
  };
}
