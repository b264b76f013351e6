import type { ClientSession } from 'mongodb';
import { type Microcredits, toCredits } from '#contract/credits.ts';
import { audited, operatorOf } from '../audit/record.ts';
import type { AccountDocument } from '../documents/account.ts';
import type { ReadAccount } from '../documents/reckoning.ts';
import type { Database } from '../mongo/database.ts';
import { balanceChange, ledgerEntry } from './ledger.ts';
import { readAccountToReckon, readFunds } from './read-funds.ts';

/** Opens a workspace's account with a first grant, which is booked at once. */
export async function insertAccount(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  credits: Microcredits,
): Promise<void> {
  await db.accounts.insertOne(newAccount(workspaceId, credits), { session });
  if (credits === 0) return;
  const { unbooked: _booked, ...grant } = balanceChange(workspaceId, [ledgerEntry(credits, 'grant')]);
  await db.ledger.insertOne({ ...grant, seq: 1, balance: credits }, { session });
}

function newAccount(_id: string, balance: Microcredits): AccountDocument {
  const last_seq = balance === 0 ? 0 : 1;
  return { _id, balance, held: 0, last_seq, bookings: 0, batch: [], reservations: [] };
}

/**
 * Adds credits to a workspace, as an entry of its ledger. Resolves to the new balance, or null if there is no such
 * workspace.
 */
export async function grantCredits(
  db: Database,
  workspaceId: string,
  credits: Microcredits,
): Promise<Microcredits | null> {
  if ((await findAccount(db, workspaceId)) === null) return null;
  const change = balanceChange(workspaceId, [ledgerEntry(credits, 'grant')]);
  await audited(
    db,
    operatorOf(workspaceId),
    async (session) => await db.ledger.insertOne(change, { session }),
    () => ({
      type: 'credits.granted',
      target: { kind: 'workspace', id: workspaceId },
      details: { credits: toCredits(credits), ledger_entry_id: change._id },
    }),
  );
  db.bookings.soon(workspaceId);
  return await readBalance(db, workspaceId);
}

export async function findAccount(db: Database, workspaceId: string): Promise<AccountDocument | null> {
  return await db.accounts.findOne({ _id: workspaceId });
}

/** A workspace's account, which is empty if it has none, for a reservation. */
export async function readAccount(db: Database, workspaceId: string): Promise<ReadAccount> {
  return (await readAccountToReckon(db, workspaceId)) ?? newAccount(workspaceId, 0);
}

/** A workspace's balance, part of which may be held; zero if it has no account. */
export async function readBalance(db: Database, workspaceId: string): Promise<Microcredits> {
  return (await readFunds(db, workspaceId)).balance;
}
