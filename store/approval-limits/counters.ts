import type { ClientSession } from 'mongodb';
import { ServiceError } from '#contract/errors.ts';
import type { ReservedAmount } from '#engine/documents/applied-gate.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { isAbove, sumOf, withoutAmount } from '#engine/rules/policies/decimal.ts';
import type { Database } from '../mongo/database.ts';
import { isDuplicateKey } from '../mongo/duplicate-key.ts';

/** After the end of any period that began now, and of the calls that were counted in it. */
const keptDays = 100;
const dayMs = 24 * 60 * 60 * 1000;

/** Which counter is meant. */
type Named = Pick<ReservedAmount, 'counter' | 'period'>;

/** The totals of a workspace's counters, by counter. Counters without a total are missing. */
export async function readCounters(
  db: Database,
  workspaceId: string,
  named: readonly Named[],
): Promise<Map<string, string>> {
  if (named.length === 0) return new Map();
  const counters = new Map(named.map((each) => [idOf(workspaceId, each), each.counter]));
  const documents = await db.approval_counters.find({ _id: { $in: [...counters.keys()] } }).toArray();
  return new Map(documents.map(({ _id, used }) => [counters.get(_id) ?? '', used]));
}

/**
 * Counts amounts, and takes away those that are given back, in the transaction of a write. Each counter is written before it is
 * read, so of any number of writes that count something at once, each sees what those before it counted.
 * @throws {ServiceError} `limit_reached` if a counter would pass the highest sum of its limit
 */
export async function countAmounts(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  { reserved, givenBack }: { reserved: readonly ReservedAmount[]; givenBack: readonly ReservedAmount[] },
): Promise<void> {
  const ids = new Set([...givenBack, ...reserved].map((each) => idOf(workspaceId, each)));
  // In one order, so that two writes do not wait for each other.
  for (const _id of [...ids].toSorted()) {
    const isMeant = (each: ReservedAmount) => idOf(workspaceId, each) === _id;
    let used = await lock(db, session, workspaceId, _id);
    for (const { amount } of givenBack.filter(isMeant)) used = withoutAmount(used, amount);
    for (const { amount, limit, max } of reserved.filter(isMeant)) {
      used = sumOf(used, amount);
      if (max !== undefined && isAbove(used, max)) throw limitReached(limit);
    }
    await db.approval_counters.updateOne({ _id }, { $set: { used } }, { session });
  }
}

async function lock(db: Database, session: ClientSession, workspaceId: string, _id: string): Promise<string> {
  try {
    const expires_at = new Date(Date.now() + keptDays * dayMs);
    const counter = await db.approval_counters.findOneAndUpdate(
      { _id },
      { $inc: { writes: 1 }, $setOnInsert: { workspace_id: workspaceId, used: '0', expires_at } },
      { session, upsert: true, returnDocument: 'after' },
    );
    return counter?.used ?? '0';
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new StaleWriteError('the counter was made first', { cause: error });
  }
}

function limitReached(limit: string): ServiceError {
  const message = `The limit "${limit}" does not leave that much: others have used it meanwhile.`;
  return new ServiceError('limit_reached', message, { details: { limit } });
}

function idOf(workspaceId: string, { counter, period }: Named): string {
  return `${workspaceId} ${counter} ${period}`;
}
