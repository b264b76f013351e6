import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountDocument } from '../documents/account.ts';
import type { Database } from '../mongo/database.ts';
import { isOutage } from '../mongo/outage.ts';
import { hasStaleReservation, readUnbooked } from './book.ts';
import { BusyAccountError } from './busy-account.ts';
import { type Funds, fundsOf, type UnbookedChange } from './funds.ts';

/** With more changes than this, whoever reads them has them booked first. */
const mostUnbooked = 50;
const mostLosses = 50;
const longestWaitMs = 20;

/** What a workspace has, by an account and the changes after it that were there at one moment. */
export interface FundsRead {
  account: AccountDocument;
  unbooked: UnbookedChange[];
}

/**
 * What a workspace has now; nothing when it has no account.
 * @throws {BusyAccountError} when others keep booking meanwhile
 */
export async function readFunds(db: Database, workspaceId: string): Promise<Funds> {
  for (let losses = 0; losses < mostLosses; losses += 1) {
    const read = await readToReckon(db, workspaceId);
    if (read === null) return { balance: 0, held: 0, available: 0 };
    if (await isCurrent(db, read.account)) return fundsOf(read.account, read.unbooked);
    await sleep(Math.random() * longestWaitMs);
  }
  throw new BusyAccountError();
}

/**
 * An account and the changes after it, few of them if it can be helped; null when there is no account. They belong
 * together if the account is still at the same booking after that.
 * @param account as it has just been read
 */
export async function readToReckon(
  db: Database,
  workspaceId: string,
  account?: AccountDocument,
): Promise<FundsRead | null> {
  const read = await readOnce(db, workspaceId, account);
  if (read === null || (read.unbooked.length <= mostUnbooked && !hasStaleReservation(read.account)))
    return read;
  try {
    await db.bookings.now(workspaceId);
  } catch (error) {
    // It is only slower without.
    if (!isOutage(error)) throw error;
  }
  return await readOnce(db, workspaceId);
}

async function readOnce(
  db: Database,
  workspaceId: string,
  known?: AccountDocument,
): Promise<FundsRead | null> {
  const account = known ?? (await db.accounts.findOne({ _id: workspaceId }));
  return account === null ? null : { account, unbooked: await readUnbooked(db, account) };
}

/** Whether nobody has booked since the account was read. */
export async function isCurrent(db: Database, { _id, bookings }: AccountDocument): Promise<boolean> {
  const account = await db.accounts.findOne({ _id }, { projection: { bookings: 1 } });
  return account?.bookings === bookings;
}
