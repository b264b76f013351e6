import type { Microcredits } from '#contract/credits.ts';
import type { CredentialRef } from '#contract/credential.ts';
import type { Origin } from '#contract/event.ts';
import type { Product } from '#contract/request.ts';

/** That a request was made, and its result. Never its content (request-log.no-secrets). */
export interface RequestDocument {
  /** The `Request-Id` of its response. */
  _id: string;
  workspace_id: string;
  method: string;
  /** The requested path, without the query; the path template if it names a subject. */
  path: string;
  /** The path template of the API reference. */
  route: string;
  status: number;
  duration_ms: number;
  product: Product;
  origin: Origin;
  subject_ref?: string;
  /** The person behind it, if that is not the subject. */
  actor?: string;
  /** The credential; absent if the request was refused before. */
  credential?: CredentialRef;
  run_id?: string;
  thread_id?: string;
  connection_id?: string;
  replayed: boolean;
  cost: Microcredits;
  created_at: Date;
}
