import type { Microcredits } from '#contract/credits.ts';
import type { Origin } from '#contract/event.ts';
import type { Product } from '#contract/request.ts';

/** That a request was made, and how it went; never what was in it (request-log.no-secrets). */
export interface RequestDocument {
  /** The `Request-Id` of its response. */
  _id: string;
  workspace_id: string;
  method: string;
  /** As it was asked for, without the query; the route where the path names a subject. */
  path: string;
  /** The path as the API description has it. */
  route: string;
  status: number;
  duration_ms: number;
  product: Product;
  origin: Origin;
  subject_ref?: string;
  /** The person behind it, where that is not the subject. */
  actor?: string;
  run_id?: string;
  thread_id?: string;
  connection_id?: string;
  replayed: boolean;
  cost: Microcredits;
  created_at: Date;
}
