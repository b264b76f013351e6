import type { Database } from '../mongo/database.ts';
import { pendingDeliveryId } from '../mongo/first-deliveries.ts';

/** How many events are looked at together. */
const pageSize = 500;
/**
 * An event is looked at again after this time: most deliveries have been made or given up, and pending writes of them
 * are stored.
 */
const lookAgainAfterMs = 24 * 60 * 60 * 1000;

/**
 * Keeps an event, whatever its age, because a delivery of it is about to be postponed or stored again. The index that
 * removes old events does not contain it until {@link releaseDelivered} finds nothing pending.
 * @returns false if there is no such event any more
 */
export async function keepUndelivered(db: Database, eventId: string): Promise<boolean> {
  const { matchedCount } = await db.events.updateOne(
    { _id: eventId },
    { $set: { undelivered_at: new Date() } },
  );
  return matchedCount > 0;
}

/**
 * Lets events go that were kept for a delivery that is no longer pending: they are removed at their age, like any other.
 * Those with a pending delivery are looked at again a day later.
 * @param isOver called between pages; once it returns true, the rest is left for the next call
 * @returns how many events were let go
 */
export async function releaseDelivered(db: Database, now: Date, isOver: () => boolean): Promise<number> {
  const before = new Date(now.getTime() - lookAgainAfterMs);
  let released = 0;
  while (!isOver()) {
    const events = await db.events
      .find({ undelivered_at: { $lt: before } }, { projection: { workspace_id: 1, undelivered_at: 1 } })
      .sort({ undelivered_at: 1 })
      .limit(pageSize)
      .toArray();
    if (events.length === 0) break;
    const pending = await pendingOf(db, events);
    await db.events.bulkWrite(
      events.map(({ _id, undelivered_at }) => ({
        updateOne: {
          // Unless a delivery was postponed or requested again meanwhile.
          filter: { _id, undelivered_at: undelivered_at as Date },
          update: pending.has(_id) ? { $set: { undelivered_at: now } } : { $unset: { undelivered_at: '' } },
        },
      })),
      { ordered: false },
    );
    released += events.length - pending.size;
  }
  return released;
}

/** Those of the events for which a delivery to any endpoint is pending. */
async function pendingOf(
  db: Database,
  events: { _id: string; workspace_id: string }[],
): Promise<ReadonlySet<string>> {
  const workspace_id = { $in: [...new Set(events.map((event) => event.workspace_id))] };
  const endpoints = await db.webhook_endpoints
    .find({ workspace_id }, { projection: { workspace_id: 1 } })
    .toArray();
  const pending = new Set<string>();
  const byWorkspace = Map.groupBy(endpoints, (endpoint) => endpoint.workspace_id);
  const ids = events.flatMap((event) =>
    (byWorkspace.get(event.workspace_id) ?? []).map(({ _id }) => pendingDeliveryId(_id, event._id)),
  );
  const found = db.pending_deliveries.find({ _id: { $in: ids } }, { projection: { event_id: 1 } });
  for await (const { event_id } of found) pending.add(event_id);
  return pending;
}
