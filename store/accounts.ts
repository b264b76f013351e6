import type { ClientSession } from 'mongodb';
import { toCredits, type LedgerEntry, type LedgerReason, type Microcredits } from '#contract/credits.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from './database.ts';
import { madeAt, newId } from './ids.ts';
import { toPage } from './page.ts';

/** What every message must know of its workspace: the prepaid balance, and where calls go unless told otherwise. */
export interface AccountDocument {
  /** The workspace's id. */
  _id: string;
  balance: Microcredits;
  /** The workspace's connection while it has just one. */
  only_connection?: { id: string; name: string };
  /** Counts the changes of the workspace's connections. */
  connection_changes?: number;
  /** How many webhook endpoints the workspace has. */
  webhook_endpoints?: number;
}

/** One change of a balance. The entries of a workspace always sum to its balance. */
export interface LedgerEntryDocument {
  _id: string;
  workspace_id: string;
  /** Negative for a charge. */
  delta: Microcredits;
  reason: LedgerReason;
  /** What it was for: a run, a request, or the grant itself. */
  ref: string;
  created_at: Date;
}

/** A ledger entry that belongs to the write its cause is stored with. */
export function ledgerEntry(
  workspaceId: string,
  delta: Microcredits,
  reason: LedgerReason,
  ref?: string,
  id = newId(),
): LedgerEntryDocument {
  return { _id: id, workspace_id: workspaceId, delta, reason, ref: ref ?? id, created_at: madeAt(id) };
}

/** Opens a workspace's account with a first grant. */
export async function insertAccount(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  credits: Microcredits,
): Promise<void> {
  await db.accounts.insertOne({ _id: workspaceId, balance: credits }, { session });
  if (credits !== 0) await db.ledger.insertOne(ledgerEntry(workspaceId, credits, 'grant'), { session });
}

/** Adds credits to a workspace. Resolves to the new balance, or null when there is no such workspace. */
export async function grantCredits(
  db: Database,
  workspaceId: string,
  credits: Microcredits,
): Promise<Microcredits | null> {
  return await db.transaction(async (session) => {
    const account = await db.accounts.findOneAndUpdate(
      { _id: workspaceId },
      { $inc: { balance: credits } },
      { session, returnDocument: 'after' },
    );
    if (account === null) return null;
    await db.ledger.insertOne(ledgerEntry(workspaceId, credits, 'grant'), { session });
    return account.balance;
  });
}

/** A workspace's account; without one it has nothing left. */
export async function readAccount(db: Database, workspaceId: string): Promise<AccountDocument> {
  const account = await db.accounts.findOne({ _id: workspaceId });
  return account ?? { _id: workspaceId, balance: 0 };
}

/** What a workspace has left; zero when it has no account. */
export async function readBalance(db: Database, workspaceId: string): Promise<Microcredits> {
  return (await readAccount(db, workspaceId)).balance;
}

/** An entry with what the workspace had after it. */
export type LedgerLine = LedgerEntryDocument & { balance: Microcredits };

/**
 * Entries of a workspace's ledger, newest first; the position is the last one's id. The balance after each follows
 * from the balance now and the entries that are newer: all are read as they were at one moment, so that a charge
 * meanwhile is in both or in neither.
 */
export async function listLedger(
  db: Database,
  workspaceId: string,
  limit: number,
  after?: string,
): Promise<Page<LedgerLine, string>> {
  return await db.snapshot(async (session) => {
    const entries = await db.ledger
      .find(
        { workspace_id: workspaceId, ...(after === undefined ? {} : { _id: { $lt: after } }) },
        { session },
      )
      .sort({ _id: -1 })
      .limit(limit + 1)
      .toArray();
    const page = toPage(entries, limit, (last) => last._id);
    const [newest] = page.items;
    if (newest === undefined) return { items: [], next: null };
    const account = await db.accounts.findOne({ _id: workspaceId }, { session });
    const newer = await db.ledger
      .aggregate<{ total: Microcredits }>(
        [
          { $match: { workspace_id: workspaceId, _id: { $gt: newest._id } } },
          { $group: { _id: null, total: { $sum: '$delta' } } },
        ],
        { session },
      )
      .toArray();
    let balance = (account?.balance ?? 0) - (newer[0]?.total ?? 0);
    const items = page.items.map((entry) => {
      const line = { ...entry, balance };
      balance -= entry.delta;
      return line;
    });
    return { items, next: page.next };
  });
}

export function toLedgerEntry({ _id, delta, balance, reason, ref, created_at }: LedgerLine): LedgerEntry {
  return {
    id: _id,
    delta: toCredits(delta),
    balance: toCredits(balance),
    reason,
    ref,
    created_at: toTimestamp(created_at),
  };
}
