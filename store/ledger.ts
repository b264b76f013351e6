import type { ClientSession } from 'mongodb';
import { toCredits, type LedgerEntry, type LedgerReason, type Microcredits } from '#contract/credits.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from './database.ts';
import { madeAt, newId } from './ids.ts';
import { toPage } from './page.ts';

/**
 * One change of a balance, and the entries of the ledger that it is made of. The changes of a workspace always sum to
 * its balance.
 */
export interface BalanceChangeDocument {
  /** The id of its last entry. */
  _id: string;
  workspace_id: string;
  /** What its entries sum to. */
  delta: Microcredits;
  /** What the balance changed for, in order: one thing, or lookups that were charged together. */
  entries: [StoredEntry, ...StoredEntry[]];
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

/** The change of a balance by entries, in their order. */
export function balanceChange(
  workspaceId: string,
  entries: BalanceChangeDocument['entries'],
): BalanceChangeDocument {
  const [first, ...others] = entries;
  return {
    _id: (others.at(-1) ?? first).id,
    workspace_id: workspaceId,
    delta: others.reduce((sum, { delta }) => sum + delta, first.delta),
    entries,
  };
}

/** An entry with what the workspace had after it. */
export interface LedgerLine extends StoredEntry {
  balance: Microcredits;
  /** Where it stands: its change, and its id. */
  position: string;
}

/**
 * Entries of a workspace's ledger, newest first. The balance after each follows from the balance now and the changes
 * that are newer: all are read as they were at one moment, so that a charge meanwhile is in both or in neither.
 */
export async function listLedger(
  db: Database,
  workspaceId: string,
  limit: number,
  after?: string,
): Promise<Page<LedgerLine, string>> {
  return await db.snapshot(async (session) => {
    const [from] = after?.split(' ') ?? [];
    const changes = await db.ledger
      .find(
        { workspace_id: workspaceId, ...(from === undefined ? {} : { _id: { $lte: from } }) },
        { session },
      )
      .sort({ _id: -1 })
      // Of the first, all entries may be before the position.
      .limit(limit + 2)
      .toArray();
    const [newest] = changes;
    if (newest === undefined) return { items: [], next: null };
    const lines = toLines(changes, await balanceAfter(db, session, newest));
    const begin = after === undefined ? 0 : lines.findIndex(({ position }) => position === after) + 1;
    return toPage(lines.slice(begin, begin + limit + 1), limit, ({ position }) => position);
  });
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

/** What a workspace had left after a change. */
async function balanceAfter(
  db: Database,
  session: ClientSession,
  { _id, workspace_id }: BalanceChangeDocument,
): Promise<Microcredits> {
  const account = await db.accounts.findOne({ _id: workspace_id }, { session });
  const [newer] = await db.ledger
    .aggregate<{ total: Microcredits }>(
      [{ $match: { workspace_id, _id: { $gt: _id } } }, { $group: { _id: null, total: { $sum: '$delta' } } }],
      { session },
    )
    .toArray();
  return (account?.balance ?? 0) - (newer?.total ?? 0);
}

/** The entries of changes, newest first, with the balance after each; given that after the first change. */
function toLines(changes: BalanceChangeDocument[], balance: Microcredits): LedgerLine[] {
  let left = balance;
  return changes.flatMap(({ _id, entries }) =>
    entries.toReversed().map((entry) => {
      const line = { ...entry, balance: left, position: `${_id} ${entry.id}` };
      left -= entry.delta;
      return line;
    }),
  );
}
