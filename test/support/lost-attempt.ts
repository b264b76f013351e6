import type { Database } from '#store/mongo/database.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { eventsOf } from './events.ts';

/**
 * Leaves a run's pending call as a worker does that dies in an attempt at it: marked as sent, and nobody will say what
 * came of it.
 */
export async function loseAttempt(
  db: Database,
  runId: string,
  { attempts = 1, forMs }: { attempts?: number; forMs: number },
): Promise<{ until: Date }> {
  const until = new Date(Date.now() + forMs);
  const { matchedCount } = await db.tool_calls.updateOne(
    { run_id: runId, status: 'pending' },
    { $set: { sending: { attempts, in_flight: true, until } } },
  );
  if (matchedCount !== 1) throw new Error('the run has no pending call');
  return { until };
}

/** The calls of a run as they are stored, in their order. */
export async function storedCalls(db: Database, runId: string): Promise<ToolCallDocument[]> {
  return await db.tool_calls.find({ run_id: runId }).sort({ turn_seq: 1, index: 1 }).toArray();
}

/** How often each call was said to have started and to have come to its end. */
export async function callEvents(
  db: Database,
  runId: string,
): Promise<{ started: string[]; completed: string[] }> {
  const events = await eventsOf(db, runId);
  const of = (wanted: string) =>
    events
      .filter(({ type }) => type === wanted)
      .map(({ data }) => String(data['tool_call_id']))
      .toSorted();
  return { started: of('tool_call.started'), completed: of('tool_call.completed') };
}
