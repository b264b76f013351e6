import type { EventDocument } from './event.ts';

/**
 * A delta on its way from a worker to those who follow its thread. Followers number deltas themselves, each from where
 * it joined, so that they need to know which part of the reply this is.
 */
export interface DeltaDocument extends EventDocument {
  /** Shared by deltas that continue one another. A worker that starts a reply over begins another take. */
  take: string;
  /** How much of the reply comes before this text, in UTF-16 code units; at 0 it is all that was said so far. */
  offset: number;
}
