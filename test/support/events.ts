import type { Database } from '#store/database.ts';
import type { EventDocument } from '#store/events.ts';

/** The stored events of a run, in their order. */
export async function eventsOf(db: Database, runId: string): Promise<EventDocument[]> {
  return await db.events.find({ run_id: runId }).sort({ seq: 1 }).toArray();
}
