import type { Database } from './database.ts';
import type { EventDocument } from './events.ts';

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

/**
 * Hands a delta to whoever watches its thread, in any process. Nobody waits for it: a follower that misses one asks for
 * the text so far when the next one comes.
 */
export function relayDelta(db: Database, delta: DeltaDocument): void {
  db.deltas.insertOne(delta, { writeConcern: { w: 1, journal: false } }).catch(() => {});
}

/** Tells a delta from a stored event. */
export function isDelta(event: EventDocument | DeltaDocument): event is DeltaDocument {
  return 'take' in event;
}
