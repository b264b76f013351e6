import type { Database } from './database.ts';
import type { EventDocument } from './events.ts';

/**
 * Hands a delta to whoever watches its thread, in any process. Nobody waits for it: where it does not arrive, the
 * message that it is a piece of does.
 */
export function relayDelta(db: Database, delta: EventDocument): void {
  db.deltas.insertOne(delta, { writeConcern: { w: 1, journal: false } }).catch(() => {});
}
