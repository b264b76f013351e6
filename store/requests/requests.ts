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
  /** Shows reads by pages of the console instead of all other requests. */
  console_reads?: 'only';
}

/** A record to store. */
export interface NewRequest extends RequestDocument {
  /** A page of the console has read something: such records are stored apart. */
  console_read?: true;
}

/** Stores records. Those that an earlier, interrupted attempt stored stay unchanged. */
export async function insertRequests(db: Database, requests: NewRequest[]): Promise<void> {
  const [reads, others] = [true, false].map((isRead) =>
    requests.flatMap(({ console_read, ...record }) => ((console_read ?? false) === isRead ? [record] : [])),
  );
  if (others !== undefined && others.length > 0) await insertMissing(db.requests, others);
  if (reads !== undefined && reads.length > 0) await insertMissing(db.console_reads, reads);
}

/** The record of a workspace's request; null if there is none. */
export async function findRequest(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<RequestDocument | null> {
  const own = { _id: id, workspace_id: workspaceId };
  return (await db.requests.findOne(own)) ?? (await db.console_reads.findOne(own));
}

/** Requests, newest first. The position is the last one's id. */
export async function listRequests(
  db: Database,
  { console_reads, ...filter }: RequestFilter,
  limit: number,
  after?: string,
): Promise<Page<RequestDocument, string>> {
  return await newestPage(db[console_reads === 'only' ? 'console_reads' : 'requests'], filter, limit, after);
}

/** How many requests the filter matches, without what pages of the console have read. */
export async function countRequests(
  db: Database,
  filter: Omit<RequestFilter, 'console_reads'>,
): Promise<number> {
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
