import { grantCredits } from '#store/money/accounts.ts';
import type { Database } from '#store/mongo/database.ts';
import type { StoredEntry } from '#store/documents/balance-change.ts';
import { readFunds } from '#store/money/read-funds.ts';

/**
 * The balance of a workspace, and its ledger entries in the order in which they were booked.
 * @throws if the entries do not sum to the balance, or have a gap
 */
export async function accountOf(
  db: Database,
  workspaceId: string,
): Promise<{ balance: number; held: number; entries: StoredEntry[] }> {
  await db.bookings.now(workspaceId);
  const changes = await db.ledger
    .find({ workspace_id: workspaceId, seq: { $exists: true } })
    .sort({ seq: 1 })
    .toArray();
  let left = 0;
  let seq = 1;
  for (const change of changes) {
    left += change.entries.reduce((sum, { delta }) => sum + delta, 0);
    if (change.seq !== seq || change.balance !== left) {
      throw new Error(`after ${left} and ${seq} comes ${JSON.stringify(change)}`);
    }
    seq += change.entries.length;
  }
  const { balance, held } = await readFunds(db, workspaceId);
  if (left !== balance) throw new Error(`the ledger sums to ${left}, the balance is ${balance}`);
  return { balance, held, entries: changes.flatMap(({ entries }) => entries) };
}

/** Charges or grants a workspace so much that this is left, in microcredits. */
export async function leaveCredits(db: Database, workspaceId: string, left: number): Promise<void> {
  const { balance } = await readFunds(db, workspaceId);
  await grantCredits(db, workspaceId, left - balance);
}
