import type { Database } from '#store/mongo/database.ts';

/**
 * Begins the minute of a workspace's allowance, and has it last for an hour: a test that uses the allowance up must not
 * depend on how many requests fit into a minute.
 */
export async function beginLongMinute(db: Database, workspaceId: string): Promise<void> {
  const now = Date.now();
  await db.rate_limits.insertOne({
    _id: workspaceId,
    used: 0,
    granted: 0,
    granted_at: now,
    resets_at: now + 3_600_000,
  });
}
