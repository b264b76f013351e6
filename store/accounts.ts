import type { ClientSession } from 'mongodb';
import type { Microcredits } from '#contract/credits.ts';
import type { Database } from './database.ts';
import { madeAt, newId } from './ids.ts';

/** What every message must know of its workspace: the prepaid balance, and where calls go unless told otherwise. */
export interface AccountDocument {
  /** The workspace's id. */
  _id: string;
  balance: Microcredits;
  /** The workspace's connection while it has just one. */
  only_connection?: { id: string; name: string };
  /** Counts the changes of the workspace's connections. */
  connection_changes?: number;
}

/** One change of a balance. The entries of a workspace always sum to its balance. */
export interface LedgerEntryDocument {
  _id: string;
  workspace_id: string;
  /** Negative for a charge. */
  delta: Microcredits;
  reason: 'grant' | 'turn' | 'patch';
  /** What it was for: a run, or the grant itself. */
  ref: string;
  created_at: Date;
}

/** A ledger entry that belongs to the write its cause is stored with. */
export function ledgerEntry(
  workspaceId: string,
  delta: Microcredits,
  reason: LedgerEntryDocument['reason'],
  ref?: string,
): LedgerEntryDocument {
  const id = newId();
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
