import type { Microcredits } from '#contract/credits.ts';
import type { AccountDocument } from '../documents/account.ts';
import type { ReadAccount, RequestedReservation, ReservationRequest } from '../documents/reckoning.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import type { Database } from '../mongo/database.ts';
import { singleWrite } from '../mongo/time-limit.ts';
import { addReservations, hasMoreThan } from './account-updates.ts';
import { fundsOf, unbookedFunds } from './funds.ts';
import { type FundsRead, mustBeCurrent, readToReckon } from './read-funds.ts';

/**
 * Reserves credits of a workspace if more than `above` are left to spend: of any number of concurrent reservations, each
 * sees those before it. Those that come while this process makes another one of the workspace are made together, with
 * one conditional write. Repeating it under the same id has no effect.
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
  account?: ReadAccount,
): Promise<boolean> {
  return await db.reservations.add(workspaceId, { id, amount, above, workMs, account });
}

/** How many reservations are made with one write, which has a part for each. */
export const mostTogether = 100;

/** Makes reservations of a workspace, each after those before it. Resolves to whether each of them is made. */
export async function reserveTogether(
  db: Database,
  workspaceId: string,
  requests: RequestedReservation[],
): Promise<boolean[]> {
  // The last one was read last. Nobody is refused for what may have changed while they waited.
  const known = requests.findLast(({ account }) => account !== undefined)?.account;
  const first = known && (await readToReckon(db, workspaceId, known));
  let reckoned = first && reckon(first, requests);
  if (reckoned?.made.includes(false)) reckoned = undefined;
  return await retryOnConflict('the account', async () => {
    const now = reckoned ?? (await readAndReckon(db, workspaceId, requests));
    reckoned = undefined;
    if (now === null) return requests.map(() => false);
    const { account, added, above, made } = now;
    if (added.length > 0) await setAside(db, account, added, above);
    else await mustBeCurrent(db, account);
    return made;
  });
}

async function readAndReckon(
  db: Database,
  workspaceId: string,
  requests: RequestedReservation[],
): Promise<Reckoned | null> {
  const read = await readToReckon(db, workspaceId);
  return read && reckon(read, requests);
}

interface Reckoned {
  account: AccountDocument;
  /** Whether each request is granted. */
  made: boolean[];
  /** Those that are to be added. */
  added: RequestedReservation[];
  /** More than this must be left without them. */
  above: Microcredits;
}

/** Decides on each request, in order. */
function reckon({ account, unbooked }: FundsRead, requests: RequestedReservation[]): Reckoned {
  const ids = new Set(account.reservations.map(({ id }) => id));
  const { available } = fundsOf(account, unbooked);
  const outside = unbookedFunds(account, unbooked);
  let sum = 0;
  let above = -Infinity;
  const added: RequestedReservation[] = [];
  const made = requests.map((request) => {
    if (ids.has(request.id)) return true;
    if (available - sum <= request.above) return false;
    if (request.amount === 0) return true;
    ids.add(request.id);
    above = Math.max(above, request.above + sum - outside);
    sum += request.amount;
    added.push(request);
    return true;
  });
  return { account, made, added, above };
}

/** Releases what was reserved for something that was not stored, and will not be. */
export async function releaseReservation(db: Database, workspaceId: string, id: string): Promise<void> {
  await db.accounts.updateOne({ _id: workspaceId }, { $pull: { reservations: { id } } }, singleWrite);
}

/**
 * One write, which sees the reservations that came meanwhile. The changes that are not booked were reckoned with when
 * `above` was: they are the same while nobody books.
 */
async function setAside(
  db: Database,
  { _id, bookings }: AccountDocument,
  added: RequestedReservation[],
  above: Microcredits,
): Promise<void> {
  const { matchedCount } = await db.accounts.updateOne(
    { _id, bookings, 'reservations.id': { $nin: added.map(({ id }) => id) }, ...hasMoreThan(above) },
    addReservations(added),
    singleWrite,
  );
  if (matchedCount === 0) throw new StaleWriteError('the account was written first');
}
