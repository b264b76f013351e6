import type { OpenWorkspace, RunToCompare } from '#engine/ports/open-runs.ts';
import { defined } from '#contract/defined.ts';
import { runStates, isTerminal, type RunState } from '#contract/run-state.ts';
import type { RotationDocument } from '#engine/documents/rotation.ts';
import type { Database } from '../mongo/database.ts';
import { singleWrite } from '../mongo/time-limit.ts';
import { anyWorkspace } from '../mongo/any-workspace.ts';

/** The longest time for a search. The next sweep repeats it. */
const searchMs = 5000;

const openStates: RunState[] = runStates.filter((state) => !isTerminal(state));
const endedStates: RunState[] = runStates.filter((state) => isTerminal(state));

/** Workspaces that have a run that has not ended, with how far their rounds have come. */
export async function findRotations(db: Database): Promise<OpenWorkspace[]> {
  const options = { maxTimeMS: searchMs };
  const [running, paused] = await Promise.all([
    db.runs.distinct('workspace_id', { ...anyWorkspace, state: 'running' }, options),
    db.runs.distinct('workspace_id', { ...anyWorkspace, paused_at: { $exists: true } }, options),
  ]);
  const workspaces = [...new Set([...running, ...paused])];
  const known = await db.rotations.find({ _id: { $in: workspaces } }, options).toArray();
  const rotations = new Map(known.map((rotation) => [rotation._id, rotation]));
  return workspaces.map((workspace_id) => {
    const rotation = rotations.get(workspace_id);
    return { workspace_id, ...defined({ rotation }) };
  });
}

export async function findRotation(db: Database, id: string): Promise<RotationDocument | null> {
  return await db.rotations.findOne({ _id: id });
}

/** Where the next sweep continues. */
export async function keepRotations(db: Database, rotations: RotationDocument[]): Promise<void> {
  if (rotations.length === 0) return;
  await db.rotations.bulkWrite(
    rotations.map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
    })),
    { ordered: false, ...singleWrite },
  );
}

const toCompare = { thread_id: 1, turn_count: 1, outbox: 1, version: 1 } as const;

/** Open runs of a workspace, in the order of their ids. */
export async function nextOpenRuns(
  db: Database,
  { workspace_id, after, limit }: { workspace_id: string; after: string | undefined; limit: number },
): Promise<RunToCompare[]> {
  const later = after === undefined ? {} : { _id: { $gt: after } };
  return await db.runs
    .find<RunToCompare>(
      { workspace_id, state: { $in: openStates }, ...later },
      { maxTimeMS: searchMs, projection: toCompare },
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
}

/** Which of these runs have not ended as far as Temporal knows, although the store knows no open run of that id. */
export async function findNotOpen(db: Database, ids: string[]): Promise<string[]> {
  const open = await db.runs
    .find({ _id: { $in: ids }, state: { $nin: endedStates } }, { projection: { _id: 1 } })
    .toArray();
  const known = new Set(open.map(({ _id }) => _id));
  return ids.filter((id) => !known.has(id));
}

/** The runs among these that have not ended. */
export async function findOpenRuns(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const open = db.runs.find({ _id: { $in: ids }, state: { $in: openStates } }, { projection: { _id: 1 } });
  return (await open.toArray()).map(({ _id }) => _id);
}
