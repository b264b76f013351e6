import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';
import { keepUndelivered } from '../events/undelivered.ts';
import type { Database } from '../mongo/database.ts';

/**
 * Delivers an event again, at once and with all retries.
 * @returns false if there is no such event any more
 */
export async function deliverAgain(
  db: Database,
  { _id, attempt, due_at, retry, ...ids }: PendingDeliveryDocument,
): Promise<boolean> {
  if (!(await keepUndelivered(db, ids.event_id))) return false;
  await db.pending_deliveries.updateOne(
    { _id },
    { $set: { due_at, retry }, $unset: { unattempted: '' }, $setOnInsert: { attempt, ...ids } },
    { upsert: true },
  );
  return true;
}
