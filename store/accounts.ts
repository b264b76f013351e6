import type { ClientSession } from 'mongodb';
import type { Microcredits } from '#contract/credits.ts';
import type { Database } from './database.ts';
import { balanceChange, ledgerEntry } from './ledger.ts';

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

/** Opens a workspace's account with a first grant. */
export async function insertAccount(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  credits: Microcredits,
): Promise<void> {
  await db.accounts.insertOne({ _id: workspaceId, balance: credits }, { session });
  if (credits === 0) return;
  await db.ledger.insertOne(balanceChange(workspaceId, [ledgerEntry(credits, 'grant')]), { session });
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
    await db.ledger.insertOne(balanceChange(workspaceId, [ledgerEntry(credits, 'grant')]), { session });
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
