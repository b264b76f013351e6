import { expiresAt } from '#engine/rules/expiry.ts';
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
  if (run?.pause === undefined) throw new Error('the run is not paused');
  const { created_at: began, ttl_seconds } = run.pause;
  const isOverAt = leftMs === undefined ? began.getTime() : Date.now() + leftMs;
  const created_at = new Date(isOverAt - ttl_seconds * 1000);
  const expires_at = expiresAt({ created_at, ttl_seconds });
  await Promise.all([
    db.runs.updateOne(
      { _id: runId },
      { $set: { 'pause.created_at': created_at, 'pause.expires_at': expires_at } },
    ),
    db.threads.updateOne(
      { _id: run.thread_id, 'pauses.run_id': runId },
      { $set: { 'pauses.$.created_at': created_at, 'pauses.$.expires_at': expires_at } },
    ),
  ]);
}
