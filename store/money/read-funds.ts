import type { Microcredits } from '#contract/credits.ts';
import type { AccountDocument } from '../documents/account.ts';
import type { ReadAccount, UnbookedChange } from '../documents/reckoning.ts';
import type { Database } from '../mongo/database.ts';
import { isOutage } from '../mongo/outage.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { hasStaleReservation, readUnbooked } from './book.ts';
import { type Funds, fundsOf } from './funds.ts';

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
    const settled = await readSettled(db, workspaceId);
    if (settled !== undefined) return fundsOf(settled.account, settled.unbooked);
    const read = await readToReckon(db, workspaceId);
    if (read === null) return { balance: 0, held: 0, available: 0 };
    await mustBeCurrent(db, read.account);
    return fundsOf(read.account, read.unbooked);
  });
}

/**
 * The account after its changes, which belong to it if nobody has booked since the account was seen last; undefined if
 * somebody has, or there may be much to read.
 */
async function readSettled(db: Database, workspaceId: string): Promise<FundsRead | undefined> {
  const seen = db.settledAccounts.bookings(workspaceId);
  if (seen === undefined) return undefined;
  const unbooked = await readUnbooked(db, { _id: workspaceId, batch: [] }, mostUnbooked + 1);
  const account = await findAccount(db, workspaceId);
  const belongs = account?.bookings === seen && unbooked.length <= mostUnbooked;
  return belongs && !hasStaleReservation(account) ? { account, unbooked } : undefined;
}

/**
 * An account, together with the changes after it. A caller that computes with them must write conditionally, so that
 * the write fails if somebody has booked since.
 */
export async function readAccountToReckon(db: Database, workspaceId: string): Promise<ReadAccount | null> {
  const seen = db.settledAccounts.bookings(workspaceId);
  const [account, unbooked] = await Promise.all([
    findAccount(db, workspaceId),
    seen === undefined ? undefined : readUnbooked(db, { _id: workspaceId, batch: [] }),
  ]);
  return account === null || unbooked === undefined || account.bookings !== seen
    ? account
    : { ...account, unbooked };
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
    { workspace_id: workspaceId, hold: { $gt: 0 }, paused_at: { $gte: new Date(0) } },
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
  account?: ReadAccount,
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

async function readOnce(db: Database, workspaceId: string, known?: ReadAccount): Promise<FundsRead | null> {
  const account = known ?? (await findAccount(db, workspaceId));
  if (account === null) return null;
  return { account, unbooked: known?.unbooked ?? (await readUnbooked(db, account)) };
}

/** An account, which is noted as seen. */
async function findAccount(db: Database, workspaceId: string): Promise<AccountDocument | null> {
  const account = await db.accounts.findOne({ _id: workspaceId });
  if (account !== null) db.settledAccounts.note(account);
  return account;
}

/**
 * Checks that nobody has booked since the account was read.
 * @throws {StaleWriteError} if somebody has
 */
export async function mustBeCurrent(db: Database, { _id, bookings }: AccountDocument): Promise<void> {
  const account = await db.accounts.findOne({ _id }, { projection: { bookings: 1 } });
  if (account?.bookings !== bookings) throw new StaleWriteError('the account was booked meanwhile');
}
