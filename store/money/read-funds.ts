import type { Microcredits } from '#contract/credits.ts';
import type { AccountDocument } from '../documents/account.ts';
import type { Database } from '../mongo/database.ts';
import { isOutage } from '../mongo/outage.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { hasStaleReservation, readUnbooked } from './book.ts';
import { type Funds, fundsOf, type UnbookedChange } from './funds.ts';

/** With more changes than this, the reader books them first. */
const mostUnbooked = 50;

/** A workspace's funds, with the account and the changes after it as of the same moment. */
export interface FundsRead {
  account: AccountDocument;
  unbooked: UnbookedChange[];
}

/**
 * A workspace's current funds; nothing if it has no account.
 * @throws {ContentionError} if others keep booking meanwhile
 */
export async function readFunds(db: Database, workspaceId: string): Promise<Funds> {
  return await retryOnConflict('the account', async () => {
    const read = await readToReckon(db, workspaceId);
    if (read === null) return { balance: 0, held: 0, available: 0 };
    await mustBeCurrent(db, read.account);
    return fundsOf(read.account, read.unbooked);
  });
}

/** The most paused runs of a workspace whose holds are added up (money.hold.paused-bounded). */
export const mostPausedHolds = 1000;

/**
 * The part of what is held that belongs to paused runs. The holds are read from an index alone, the largest first, until
 * they are enough. If more runs are paused than {@link mostPausedHolds}, the smallest holds are left out: others cannot
 * spend these.
 * @param enough nothing is read beyond this sum
 */
export async function heldByPausedRuns(
  db: Database,
  workspaceId: string,
  enough: Microcredits = Infinity,
): Promise<Microcredits> {
  const holds = db.runs.find<{ hold: Microcredits }>(
    // A condition on the pause by which MongoDB knows that the partial index has all of these runs.
    { workspace_id: workspaceId, hold: { $gt: 0 }, 'pause.created_at': { $gte: new Date(0) } },
    { projection: { _id: 0, hold: 1 }, sort: { hold: -1 }, limit: mostPausedHolds },
  );
  let held = 0;
  for await (const { hold } of holds) {
    held += hold;
    if (held > enough) break;
  }
  return held;
}

/**
 * An account and the changes after it, few of them if possible; null if there is no account. They belong together if
 * the account has the same `bookings` afterwards.
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
    // Reading is only slower without the booking.
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

/**
 * Checks that nobody has booked since the account was read.
 * @throws {StaleWriteError} if somebody has
 */
export async function mustBeCurrent(db: Database, { _id, bookings }: AccountDocument): Promise<void> {
  const account = await db.accounts.findOne({ _id }, { projection: { bookings: 1 } });
  if (account?.bookings !== bookings) throw new StaleWriteError('the account was booked meanwhile');
}
