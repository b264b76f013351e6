import { grantCredits } from '#store/money/accounts.ts';
import type { Database } from '#store/mongo/database.ts';
import type { BalanceChangeDocument, StoredEntry } from '#engine/documents/balance-change.ts';
import { fundsOf } from '#store/money/funds.ts';
import { readFunds, readToReckon } from '#store/money/read-funds.ts';

interface Account {
  balance: number;
  held: number;
  entries: StoredEntry[];
}

/**
 * The balance of a workspace, and its ledger entries in the order in which they were booked, as of one moment: reads
 * again if the workspace was charged, or another process booked, meanwhile.
 * @throws if the entries do not sum to the balance, or have a gap
 */
export async function accountOf(db: Database, workspaceId: string): Promise<Account> {
  for (;;) {
    await db.bookings.now(workspaceId);
    const read = await readToReckon(db, workspaceId);
    if (read === null) throw new Error(`there is no account of ${workspaceId}`);
    const changes = await db.ledger
      .find({ workspace_id: workspaceId, seq: { $exists: true } })
      .sort({ seq: 1 })
      .toArray();
    const after = await db.accounts.findOne({ _id: workspaceId });
    const isBooked = read.unbooked.length === 0 && read.account.batch.length === 0;
    if (!isBooked || after?.bookings !== read.account.bookings) continue;
    const { balance, held } = fundsOf(read.account, read.unbooked);
    return { balance, held, entries: entriesThatSumTo(balance, changes) };
  }
}

function entriesThatSumTo(balance: number, changes: BalanceChangeDocument[]): StoredEntry[] {
  let left = 0;
  let seq = 1;
  for (const change of changes) {
    left += change.entries.reduce((sum, { delta }) => sum + delta, 0);
    if (change.seq !== seq || change.balance !== left) {
      throw new Error(`after ${left} and ${seq} comes ${JSON.stringify(change)}`);
    }
    seq += change.entries.length;
  }
  if (left !== balance) throw new Error(`the ledger sums to ${left}, the balance is ${balance}`);
  return changes.flatMap(({ entries }) => entries);
}

/** Charges or grants a workspace so much that this is left, in microcredits. */
export async function leaveCredits(db: Database, workspaceId: string, left: number): Promise<void> {
  const { balance } = await readFunds(db, workspaceId);
  await grantCredits(db, workspaceId, left - balance);
}
