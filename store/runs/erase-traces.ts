import { toJsonText } from '#contract/json-text.ts';
import type { Database } from '../mongo/database.ts';

/** The most runs that are handled at a time. */
const runsAtOnce = 50;
/** Replaces the model's request and response. */
const erased = toJsonText({ erased: true });

/**
 * Removes the content of proposed actions, and the details of what was reported of them before a given time. The actions
 * themselves remain, because an outcome can be reported at any time, and must not be lost (outcome.late).
 */
async function stripActions(db: Database, runs: { $in: string[] }, before: Date): Promise<void> {
  await db.tool_calls.updateMany({ run_id: runs }, { $set: { args: erased }, $unset: { result: '' } });
  await db.tool_calls.updateMany(
    { run_id: runs, 'outcome.created_at': { $lt: before } },
    { $unset: { 'outcome.detail': '' } },
  );
}

/**
 * Erases the traces of runs that ended before a given time: their calls, except for the fact that an action was
 * proposed and its outcome, and the content of their turns. Turns keep their token counts, from which usage is
 * calculated.
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
    await db.tool_calls.deleteMany({ run_id: ids, interaction: { $ne: 'proposed_action' } });
    await stripActions(db, ids, before);
    await db.turns.updateMany(
      { run_id: ids },
      {
        $set: { text: '', calls: [], request: erased, response: erased },
        $unset: { shown: '', tries: '', reasoning: '' },
      },
    );
    await db.runs.updateMany({ _id: ids }, { $set: { trace_erased: true }, $unset: { tries: '' } });
    erasedRuns += runs.length;
  }
  return erasedRuns;
}
