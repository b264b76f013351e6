import type { ClientSession } from 'mongodb';
import type { Microcredits } from '#contract/credits.ts';
import type { Database } from './database.ts';
import { balanceChange, ledgerEntry } from './ledger.ts';
import { readFunds } from './read-funds.ts';

/**
 * A workspace's account: the balance as of the latest booking, what is reserved, and where calls go unless told
 * otherwise. What the workspace has now is this and the changes of its ledger that are not booked yet
 * (docs/decisions/0024): no run writes it in a transaction.
 */
export interface AccountDocument {
  /** The workspace's id. */
  _id: string;
  /** Of the entries that are booked. */
  balance: Microcredits;
  /** Held for open runs, by the changes that are booked. */
  held: Microcredits;
  /** The number of the latest booked entry. */
  last_seq: number;
  /** Counts the bookings: what was read together with it still holds while it is the same. */
  bookings: number;
  /** What the changes of the latest booking are marked with; empty once they are. */
  batch: Mark[];
  /** What is set aside for runs and lookups that are being stored. */
  reservations: Reservation[];
  /** The workspace's connection while it has just one. */
  only_connection?: { id: string; name: string };
  /** Counts the changes of the workspace's connections. */
  connection_changes?: number;
  /** How many webhook endpoints the workspace has. */
  webhook_endpoints?: number;
}

/** What a change is marked with once it is booked. One without entries has done its part, and is removed. */
export interface Mark {
  /** Of the change. */
  id: string;
  seq?: number;
  balance?: Microcredits;
}

/** Credits that are set aside until the change that takes its place is booked. */
export interface Reservation {
  /** Of the run, or of the lookups. */
  id: string;
  amount: Microcredits;
  /** By the server's clock. */
  at: Date;
}

/** Opens a workspace's account with a first grant, which is booked with it. */
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
 * Adds credits to a workspace, as an entry of its ledger. Resolves to the balance then, or null when there is no such
 * workspace.
 */
export async function grantCredits(
  db: Database,
  workspaceId: string,
  credits: Microcredits,
): Promise<Microcredits | null> {
  if ((await findAccount(db, workspaceId)) === null) return null;
  await db.ledger.insertOne(balanceChange(workspaceId, [ledgerEntry(credits, 'grant')]));
  db.bookings.soon(workspaceId);
  return await readBalance(db, workspaceId);
}

export async function findAccount(db: Database, workspaceId: string): Promise<AccountDocument | null> {
  return await db.accounts.findOne({ _id: workspaceId });
}

/** A workspace's account; without one it has nothing. */
export async function readAccount(db: Database, workspaceId: string): Promise<AccountDocument> {
  return (await findAccount(db, workspaceId)) ?? newAccount(workspaceId, 0);
}

/** What a workspace has left, of which some may be held; zero when it has no account. */
export async function readBalance(db: Database, workspaceId: string): Promise<Microcredits> {
  return (await readFunds(db, workspaceId)).balance;
}
