import type { CallBeside } from '#engine/rules/gates/held-beside.ts';
import type { Database } from '../mongo/database.ts';

/**
 * The calls of runs that wait for a decision or for their result.
 * @param asked names, of which each has at least one, or had before it was corrected
 */
export async function findAsked(
  db: Database,
  runIds: readonly string[],
  asked: readonly string[],
): Promise<CallBeside[]> {
  const named = { $in: [...asked] };
  return await db.tool_calls
    .find<CallBeside>(
      {
        run_id: { $in: [...runIds] },
        status: 'pending',
        $or: [{ asked: named }, { asked_before: named }],
      },
      { projection: { asked: 1, asked_before: 1, started_at: 1, decision: 1, not_before: 1 } },
    )
    .toArray();
}
