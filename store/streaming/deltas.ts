import type { DeltaDocument } from '../documents/delta.ts';
import type { Database } from '../mongo/database.ts';
import type { EventDocument } from '#engine/documents/event.ts';

/**
 * Forwards a delta to followers of its thread, in any process. It is not awaited: a follower that misses one requests
 * the text so far when the next one arrives.
 */
export function relayDelta(db: Database, delta: DeltaDocument): void {
  db.deltas.insertOne(delta, { writeConcern: { w: 1, journal: false } }).catch(() => {});
}

/** Distinguishes a delta from a stored event. */
export function isDelta(event: EventDocument | DeltaDocument): event is DeltaDocument {
  return 'take' in event;
}
