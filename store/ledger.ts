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

/** So many changes are asked for at once: one of a busy workspace has hundreds of entries. */
const changesAtOnce = 26;

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
    const changes = db.ledger
      .find(
        { workspace_id: workspaceId, ...(from === undefined ? {} : { _id: { $lte: from } }) },
        { session },
      )
      .sort({ _id: -1 })
      .batchSize(changesAtOnce);
    const lines: LedgerLine[] = [];
    let left: Microcredits | undefined;
    let passed = after === undefined;
    for await (const change of changes) {
      left ??= await balanceAfter(db, session, change);
      for (const line of toLines(change, left)) {
        if (passed) lines.push(line);
        else passed = line.position === after;
      }
      left -= change.delta;
      if (lines.length > limit) break;
    }
    return toPage(lines.slice(0, limit + 1), limit, ({ position }) => position);
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

/** The entries of a change, newest first, with the balance after each; given that after the last. */
function toLines({ _id, entries }: BalanceChangeDocument, balance: Microcredits): LedgerLine[] {
  let left = balance;
  return entries.toReversed().map((entry) => {
    const line = { ...entry, balance: left, position: `${_id} ${entry.id}` };
    left -= entry.delta;
    return line;
  });
}
