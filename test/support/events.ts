import type { Database } from '#store/mongo/database.ts';
import { dataOf } from '#store/events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';

/** A stored event with what it carries. */
export type StoredEvent = Omit<EventDocument, 'data'> & { data: Record<string, unknown> };

/** The stored events of a run, in their order. */
export async function eventsOf(db: Database, runId: string): Promise<StoredEvent[]> {
  const events = await db.events.find({ run_id: runId }).sort({ seq: 1 }).toArray();
  return events.map((event) => ({ ...event, data: dataOf(event) }));
}
