import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Database } from '../mongo/database.ts';
import { idFrom } from '../mongo/ids.ts';

/** How many runs are read at a time. */
const runsAtOnce = 200;

type SimulatedRun = Pick<RunDocument, '_id' | 'subject_ref' | 'agent' | 'connection' | 'opened_at'>;

/** A stored call of a patch with a gate, and its run. */
export interface GatedCall {
  run: SimulatedRun;
  call: ToolCallDocument;
}

/**
 * The calls with a gate of the runs that were opened in a period, run by run, oldest first. They are read as they are asked for.
 * @param most how many runs are looked at. It yields null when there are more
 */
export async function* gatedCalls(
  db: Database,
  workspaceId: string,
  { from, to }: { from: Date; to: Date },
  most: number,
): AsyncGenerator<GatedCall | null> {
  // Ids have no time before 1970.
  const [first, end] = [from, to].map((date) => idFrom(new Date(Math.max(0, date.getTime()))));
  let after = first ?? '';
  for (let seen = 0; ;) {
    const runs = await db.runs
      .find(
        { workspace_id: workspaceId, _id: { $gt: after, $lt: end ?? '' } },
        { projection: { subject_ref: 1, agent: 1, connection: 1, opened_at: 1 } },
      )
      .sort({ _id: 1 })
      .limit(Math.min(runsAtOnce, most + 1 - seen))
      .toArray();
    const known = runs.slice(0, most - seen);
    yield* callsOf(db, known);
    if (known.length < runs.length) yield null;
    if (known.length < runsAtOnce) return;
    seen += known.length;
    after = known.at(-1)?._id ?? after;
  }
}

async function* callsOf(db: Database, runs: SimulatedRun[]): AsyncGenerator<GatedCall> {
  const byId = new Map(runs.map((run) => [run._id, run]));
  const calls = db.tool_calls
    .find(
      {
        run_id: { $in: [...byId.keys()] },
        // One that was let through or denied was not held.
        $or: [{ gate: 'confirm' }, { applied_gate: { $exists: true } }],
      },
      { projection: { result: 0, request: 0 } },
    )
    .sort({ run_id: 1, turn_seq: 1, index: 1 });
  for await (const call of calls) {
    const run = byId.get(call.run_id);
    if (run !== undefined) yield { run, call };
  }
}
