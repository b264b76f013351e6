import { type LedgerEntry, type LedgerReason, type Microcredits, toCredits } from '#contract/credits.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { BalanceChangeDocument, StoredEntry } from '#engine/documents/balance-change.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { toPage } from '../mongo/page.ts';

/** An entry for the change that is stored together with its cause. */
export function ledgerEntry(
  delta: Microcredits,
  reason: LedgerReason,
  ref?: string,
  id = newId(),
): StoredEntry {
  return { id, delta, reason, ref: ref ?? id };
}

/** The change of a workspace's balance by entries, in order, and of its held credits. */
export function balanceChange(
  workspaceId: string,
  entries: StoredEntry[],
  more: Pick<BalanceChangeDocument, 'held' | 'reservation'> = {},
): BalanceChangeDocument {
  return {
    _id: entries.at(-1)?.id ?? newId(),
    workspace_id: workspaceId,
    delta: entries.reduce((sum, { delta }) => sum + delta, 0),
    entries,
    ...more,
    unbooked: true,
  };
}

/** How many changes are read at a time. A change of a busy workspace can have hundreds of entries. */
const changesAtOnce = 26;

/** An entry with the balance after it. */
export interface LedgerLine extends StoredEntry {
  balance: Microcredits;
  /** Its number in the workspace's ledger. */
  seq: number;
}

/**
 * Entries of a workspace's ledger in the order in which they were booked, newest first. Whatever was stored before the
 * call is booked first.
 * @param after the number of the entry before the first one
 */
export async function listLedger(
  db: Database,
  workspaceId: string,
  limit: number,
  after?: number,
): Promise<Page<LedgerLine, number>> {
  await db.bookings.now(workspaceId);
  const changes = db.ledger
    .find({ workspace_id: workspaceId, seq: after === undefined ? { $exists: true } : { $lt: after } })
    .sort({ seq: -1 })
    .batchSize(changesAtOnce);
  const lines: LedgerLine[] = [];
  for await (const change of changes) {
    lines.push(...toLines(change).filter(({ seq }) => after === undefined || seq < after));
    if (lines.length > limit) break;
  }
  return toPage(lines.slice(0, limit + 1), limit, ({ seq }) => seq);
}

export function toLedgerEntry({ id, delta, balance, reason, ref }: LedgerLine): LedgerEntry {
  return {
    id,
    delta: toCredits(delta),
    balance: toCredits(balance),
    reason,
    ref,
    created_at: toTimestamp(madeAt(id)),
  };
}

/** The entries of a booked change, newest first, with the balance after each. */
function toLines({ entries, seq = 0, balance = 0 }: BalanceChangeDocument): LedgerLine[] {
  let left = balance;
  return entries
    .map((entry, index) => ({ ...entry, seq: seq + index }))
    .toReversed()
    .map((entry) => {
      const line = { ...entry, balance: left };
      left -= entry.delta;
      return line;
    });
}
