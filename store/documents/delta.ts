import type { EventDocument } from '#engine/documents/event.ts';

/**
 * A delta on its way from a worker to those who follow its thread. Followers number deltas themselves, each from where
 * it joined, so they need to know which part of the reply this is.
 */
export interface DeltaDocument extends EventDocument {
  /** Shared by deltas that continue one another. A worker that starts a reply over begins another take. */
  take: string;
  /** The length of the reply before this text, in UTF-16 code units. At 0, this is the text so far. */
  offset: number;
}
