import { toCredits, type LedgerEntry, type LedgerReason, type Microcredits } from '#contract/credits.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from './database.ts';
import { madeAt, newId } from './ids.ts';
import { toPage } from './page.ts';

/**
 * One change of a workspace's money, and the entries of the ledger that it is made of. It is inserted together with
 * its cause and shares no document with other changes; the account takes it in later (docs/decisions/0024). From then
 * on it never changes.
 */
export interface BalanceChangeDocument {
  /** The id of its last entry; one of its own when it has none. */
  _id: string;
  workspace_id: string;
  /** What its entries sum to. */
  delta: Microcredits;
  /** By how much more, or less, is held for open runs. */
  held?: Microcredits;
  /** What the balance changed for, in order: one thing, or lookups that were charged together. None: it only holds. */
  entries: StoredEntry[];
  /** The reservation of the account that it takes the place of. */
  reservation?: string;
  /** The account has not taken it in yet. */
  unbooked?: true;
  /** Once booked: the number of its first entry in the workspace's ledger, from 1 without gaps. */
  seq?: number;
  /** Once booked: what the workspace had after its last entry. */
  balance?: Microcredits;
}

/** An entry of the ledger. */
export interface StoredEntry {
  id: string;
  /** Negative for a charge. */
  delta: Microcredits;
  reason: LedgerReason;
  /** What it was for: a run, a request, or the grant itself. */
  ref: string;
}

/** An entry for the change that is stored with its cause. */
export function ledgerEntry(
  delta: Microcredits,
  reason: LedgerReason,
  ref?: string,
  id = newId(),
): StoredEntry {
  return { id, delta, reason, ref: ref ?? id };
}

/** The change of a workspace's money by entries, in their order, and by what is held. */
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

/** So many changes are asked for at once: one of a busy workspace has hundreds of entries. */
const changesAtOnce = 26;

/** An entry with what the workspace had after it. */
export interface LedgerLine extends StoredEntry {
  balance: Microcredits;
  /** Its number in the workspace's ledger. */
  seq: number;
}

/**
 * Entries of a workspace's ledger in the order in which they were booked, newest first. What was stored before the
 * call is booked first.
 * @param after the number of the entry before the first
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

/** The entries of a change that is booked, newest first, with the balance after each. */
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
