import { defined } from '#contract/defined.ts';
import type { FrozenRun } from '#engine/documents/freeze.ts';
import { anyWorkspace } from '../mongo/any-workspace.ts';
import type { Database } from '../mongo/database.ts';

/** The longest time for a search. The next sweep repeats it. */
const searchMs = 5000;

/**
 * Runs with calls that freezes hold back which do not hold any more. They are found by what the runs wait for, not by what was lifted: a
 * call can be held back by a freeze that was lifted just before.
 * @param of only those of one workspace. Default: of all
 */
export async function waitingForLifted(
  db: Database,
  limit: number,
  of?: { workspace_id: string },
): Promise<FrozenRun[]> {
  const options = { maxTimeMS: searchMs };
  const frozen = { ...(of ?? anyWorkspace), frozen_by: { $exists: true } };
  const found = await db.runs.distinct('frozen_by', frozen, options);
  const ids = found.filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const known = await db.freezes
    .find({ _id: { $in: ids }, ...(of ?? anyWorkspace) }, { ...options, projection: { lifted_at: 1 } })
    .toArray();
  const freezes = new Map(known.map((freeze) => [freeze._id, freeze]));
  const holding = new Set(known.flatMap(({ _id, lifted_at }) => (lifted_at === undefined ? [_id] : [])));
  const lifted = ids.filter((id) => !holding.has(id));
  if (lifted.length === 0) return [];
  const runs = await db.runs
    .find(
      { ...(of ?? anyWorkspace), frozen_by: { $in: lifted } },
      { ...options, projection: { thread_id: 1, frozen_by: 1 } },
    )
    .limit(limit)
    .toArray();
  const isLifted = new Set(lifted);
  return runs.map(({ _id: run_id, thread_id, frozen_by = [] }) => ({
    run_id,
    thread_id,
    lifted: frozen_by
      .filter((id) => isLifted.has(id))
      .map((freeze_id) => ({ freeze_id, ...defined({ lifted_at: freezes.get(freeze_id)?.lifted_at }) })),
  }));
}
