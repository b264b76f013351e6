import { type Microcredits, noCreditsLeft } from '#contract/credits.ts';
import { ServiceError } from '#contract/errors.ts';
import type { AccountDocument } from '../documents/account.ts';
import { ContentionError } from '#engine/contention/retry-on-conflict.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import type { Database } from '../mongo/database.ts';
import { singleWrite } from '../mongo/time-limit.ts';
import { addReservation, hasMoreThan } from './account-updates.ts';
import { fundsOf, unbookedFunds } from './funds.ts';
import { mustBeCurrent, readToReckon } from './read-funds.ts';

/** Credits to reserve. */
export interface ReservationRequest {
  /** The id of the reservation: that of the run, the extraction or the call, or one for the lookups. */
  id: string;
  /** Zero only checks whether anything is left. */
  amount: Microcredits;
  /** More than this must be left before the reservation. Default: 0. */
  above?: Microcredits;
  /** How long the work may take before it is stored, in milliseconds. Default: 0, because it is already done. */
  workMs?: number;
}

/**
 * Reserves credits of a workspace if more than `above` are left to spend, with one conditional write: of any number of
 * concurrent reservations, each sees those before it. Repeating it under the same id has no effect.
 * @param account as it has just been read
 * @returns whether they are reserved; `releaseReservation` returns them, a change that names the reservation replaces
 *   it, and otherwise it is dropped a minute after the work was to be stored
 * @throws {ContentionError} if others keep booking meanwhile
 * @throws {MongoServerError} if the account is locked for longer than a single write may take
 */
export async function reserve(
  db: Database,
  workspaceId: string,
  { id, amount, above = 0, workMs = 0 }: ReservationRequest,
  account?: AccountDocument,
): Promise<boolean> {
  let known = account;
  return await retryOnConflict('the account', async () => {
    const read = await readToReckon(db, workspaceId, known);
    known = undefined;
    if (read === null) return false;
    if (read.account.reservations.some((reservation) => reservation.id === id)) return true;
    const isLeft = fundsOf(read.account, read.unbooked).available > above;
    if (isLeft && amount > 0) {
      const left = above - unbookedFunds(read.account, read.unbooked);
      await setAside(db, read.account, { id, amount, workMs, above: left });
    } else await mustBeCurrent(db, read.account);
    return isLeft;
  });
}

/** Releases what was reserved for something that was not stored, and will not be. */
export async function releaseReservation(db: Database, workspaceId: string, id: string): Promise<void> {
  await db.accounts.updateOne({ _id: workspaceId }, { $pull: { reservations: { id } } }, singleWrite);
}

/**
 * Stores something with a reservation of its own, whose place its change takes. Where it is not stored, for somebody
 * else wrote first, the reservation is given back; after any other failure nobody knows, and it is left to be dropped.
 * @param account as it has just been read
 * @throws {ServiceError} `insufficient_credits`
 */
export async function withReservation<Result>(
  db: Database,
  account: AccountDocument,
  request: ReservationRequest,
  store: () => Promise<Result>,
): Promise<Result> {
  if (!(await reserve(db, account._id, request, account))) {
    throw new ServiceError('insufficient_credits', noCreditsLeft);
  }
  try {
    return await store();
  } catch (error) {
    const isNotStored = error instanceof StaleWriteError || error instanceof ContentionError;
    if (isNotStored && request.amount > 0) {
      await releaseReservation(db, account._id, request.id);
    }
    throw error;
  }
}

/**
 * One write, which sees the reservations that came meanwhile. The changes that are not booked were reckoned with when
 * `above` was: they are the same while nobody books.
 */
async function setAside(
  db: Database,
  { _id, bookings }: AccountDocument,
  { id, amount, above, workMs }: Required<ReservationRequest>,
): Promise<void> {
  const { matchedCount } = await db.accounts.updateOne(
    { _id, bookings, 'reservations.id': { $ne: id }, ...hasMoreThan(above) },
    addReservation(id, amount, workMs),
    singleWrite,
  );
  if (matchedCount === 0) throw new StaleWriteError('the account was written first');
}
