import { ownEnd, withEnds } from '#engine/rules/ends.ts';
import type { Database } from '#store/mongo/database.ts';

/**
 * Moves the pause of a run so far back that it is over, while the timer of its workflow still runs: as if the workers had
 * stood still since.
 * @param leftMs until it is over. Default: it is over
 */
export async function lapsePause(
  db: Database,
  runId: string,
  { leftMs }: { leftMs?: number } = {},
): Promise<void> {
  const run = await db.runs.findOne({ _id: runId });
  if (run?.pauses === undefined) throw new Error('the run is not paused');
  const first = Math.min(...run.pauses.map((item) => ownEnd(item).getTime()));
  const isOverAt = leftMs === undefined ? run.pauses[0]?.created_at.getTime() : Date.now() + leftMs;
  const backMs = first - (isOverAt ?? first);
  const earlier = ({ created_at }: { created_at: Date }) => new Date(created_at.getTime() - backMs);
  const pauses = withEnds(run.pauses.map((item) => ({ ...item, created_at: earlier(item) })));
  const calls = pauses.map(({ tool_call_id, expires_at }) => ({ tool_call_id, expires_at }));
  await Promise.all([
    db.runs.updateOne(
      { _id: runId },
      { $set: { pauses, ...(run.paused_at && { paused_at: earlier({ created_at: run.paused_at }) }) } },
    ),
    db.threads.updateOne(
      { _id: run.thread_id, 'pauses.run_id': runId },
      { $set: { 'pauses.$.created_at': pauses[0]?.created_at, 'pauses.$.calls': calls } },
    ),
  ]);
}
