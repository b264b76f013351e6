import { toJsonText } from '#contract/json-text.ts';
import type { Database } from '../mongo/database.ts';

/** Runs that are taken at a time: the documents of their calls and turns are removed and changed together. */
const runsAtOnce = 50;
/** In place of what a model was sent, and what it sent back. */
const erased = toJsonText({ erased: true });

/**
 * Erases from traces what runs did that ended before a moment: their calls, and what their turns said. A turn keeps its
 * counts of tokens, by which usage is reckoned.
 * @param isOver asked between rounds: what is left is for the next time
 * @returns of how many runs
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
