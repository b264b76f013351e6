import type { Database } from '#store/database.ts';
import type { StoredEntry } from '#store/ledger.ts';

/**
 * A workspace's balance and the entries it came about by, oldest first.
 * @throws when the entries do not sum to the balance
 */
export async function accountOf(
  db: Database,
  workspaceId: string,
): Promise<{ balance: number; entries: StoredEntry[] }> {
  const [account, changes] = await Promise.all([
    db.accounts.findOne({ _id: workspaceId }),
    db.ledger.find({ workspace_id: workspaceId }).sort({ _id: 1 }).toArray(),
  ]);
  const balance = account?.balance ?? 0;
  const entries = changes.flatMap((change) => change.entries);
  const sum = changes.reduce((total, { delta }) => total + delta, 0);
  if (sum !== balance) throw new Error(`the ledger sums to ${sum}, the balance is ${balance}`);
  const sumOfEntries = entries.reduce((total, { delta }) => total + delta, 0);
  if (sumOfEntries !== sum) throw new Error(`the entries sum to ${sumOfEntries}, the changes to ${sum}`);
  return { balance, entries };
}
