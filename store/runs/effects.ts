import type { EffectiveCall } from '#engine/rules/repeats.ts';
import type { Database } from '../mongo/database.ts';

/**
 * The latest call that has made an effect, is making it, or may have made it: the one that a further call repeats.
 * @param key of the effect: a hash in hexadecimal digits
 */
export async function findEffective(db: Database, key: string): Promise<EffectiveCall | undefined> {
  // A call that was approved as a repetition claims the key followed by what it repeats.
  const claims = { effect_claim: { $gte: key, $lt: `${key};` } };
  const call = await db.tool_calls.findOne<EffectiveCall>(claims, {
    projection: { run_id: 1, status: 1, error: 1, result: 1, started_at: 1 },
    sort: { started_at: -1, _id: -1 },
  });
  return call ?? undefined;
}
