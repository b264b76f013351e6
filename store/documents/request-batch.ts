import type { Binary } from 'mongodb';
import type { Product } from '#contract/request.ts';

/**
 * Records of a workspace's requests that were made in the same second, stored as one document: written and indexed
 * once for all of them (docs/decisions/0018).
 */
export interface RequestBatchDocument {
  /** The id of the newest. */
  _id: string;
  workspace_id: string;
  /** The id of the oldest. */
  oldest: string;
  /** What is in it, so that those without what is looked for need not be opened. */
  products: Product[];
  statuses: number[];
  /** The runs that the requests were about, and how many a subject made of each. */
  runs?: { id: string; subject_ref?: string; requests: number }[];
  /** The records, a line of JSON each, newest first; gzip. */
  records: Binary;
  created_at: Date;
}
