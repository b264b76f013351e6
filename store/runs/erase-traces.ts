import { toJsonText } from '#contract/json-text.ts';
import type { Database } from '../mongo/database.ts';

/** The most runs that are handled at a time. */
const runsAtOnce = 50;
/** Replaces the model's request and response. */
const erased = toJsonText({ erased: true });

/**
 * Erases the traces of runs that ended before a given time: their calls, and the content of their turns. Turns keep their
 * token counts, from which usage is calculated.
 * @param isOver called between rounds; once it returns true, the rest is left for the next call
 * @returns the number of runs
 */
export async function eraseTraces(db: Database, before: Date, isOver: () => boolean): Promise<number> {
  let erasedRuns = 0;
  while (!isOver()) {
    const runs = await db.runs
      .find({ trace_erased: null, closed_at: { $lt: before } } as object, { projection: { _id: 1 } })
      .sort({ closed_at: 1 })
      .limit(runsAtOnce)
      .toArray();
    if (runs.length === 0) break;
    const ids = { $in: runs.map(({ _id }) => _id) };
    await db.tool_calls.deleteMany({ run_id: ids });
    await db.turns.updateMany(
      { run_id: ids },
      { $set: { text: '', calls: [], request: erased, response: erased } },
    );
    await db.runs.updateMany({ _id: ids }, { $set: { trace_erased: true } });
    erasedRuns += runs.length;
  }
  return erasedRuns;
}
