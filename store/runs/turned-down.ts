import type { OfTurn, TurnedDownCall } from '#engine/documents/tool-call.ts';
import type { Database } from '../mongo/database.ts';

/**
 * The calls of a thread that asked for the same and were turned down: the newest rejected one and the newest expired one for each
 * name of what was asked for.
 * @param asked names of what calls ask for (engine/rules/same-call/call-names.ts)
 * @param beside a turn whose own calls do not count
 */
export async function findTurnedDown(
  db: Database,
  asked: readonly string[],
  beside?: OfTurn,
): Promise<TurnedDownCall[]> {
  const named = {
    'turned_down.asked': { $in: [...asked] },
    ...(beside === undefined ? {} : { $nor: [{ run_id: beside.run_id, turn_seq: beside.turn_seq }] }),
  };
  return await db.tool_calls
    .aggregate<TurnedDownCall>([
      { $match: named },
      { $sort: { 'turned_down.number': -1 } },
      {
        $project: { run_id: 1, applied_gate: 1, redact: 1, decision: 1, finished_at: 1, turned_down: 1 },
      },
      { $set: { name: '$turned_down.asked' } },
      { $unwind: '$name' },
      { $match: { name: { $in: [...asked] } } },
      { $group: { _id: { name: '$name', as: '$turned_down.as' }, call: { $first: '$$ROOT' } } },
      { $replaceRoot: { newRoot: '$call' } },
    ])
    .toArray();
}
