import type { AnyBulkWriteOperation } from 'mongodb';
import type { AccountDocument } from '../documents/account.ts';
import type { UnbookedChange } from '../documents/reckoning.ts';
import type { Database } from '../mongo/database.ts';
import type { BalanceChangeDocument } from '#engine/documents/balance-change.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { singleWrite } from '../mongo/time-limit.ts';
import { dropStale, reservationKeptMs } from './account-updates.ts';
import { planBooking } from './funds.ts';

/** The most changes that are booked in one write of the account, which contains a mark for each. */
const largestBatch = 200;

/**
 * Books the changes that a workspace has stored into its account, in the order of their ids, and numbers their entries.
 * Every write is of a single document, and can be repeated: any number of processes can book at once, and if one dies
 * at any point, the next one finishes its work.
 *
 * The account is written first, with the marks of its changes (`batch`), on condition that nobody has booked since it
 * was read. The changes are marked after that, and always before the next booking. A change that is neither marked nor
 * in the batch is therefore not in the account.
 * @throws {ContentionError} if others keep booking first
 * @throws {MongoServerError} if the account, or a change, is locked for longer than a single write may take
 */
export async function book(db: Database, workspaceId: string): Promise<void> {
  const step = async (isFirst: boolean) =>
    await retryOnConflict('the account', async () => await bookBatch(db, workspaceId, isFirst));
  for (let isMore = await step(true); isMore;) isMore = await step(false);
}

/**
 * Books what fits into one write, or drops stale reservations.
 * @returns whether there may be more to do
 * @throws {StaleWriteError} if somebody has booked since the account was read
 */
async function bookBatch(db: Database, workspaceId: string, mayDrop: boolean): Promise<boolean> {
  const account = await db.accounts.findOne({ _id: workspaceId });
  if (account === null) return false;
  await finishBatch(db, account);
  // Only once, because the server's clock decides which ones are too old.
  if (mayDrop && hasStaleReservation(account)) {
    await db.accounts.updateOne({ _id: workspaceId, bookings: account.bookings }, dropStale(), singleWrite);
    return true;
  }
  const unbooked = await readUnbooked(db, account, largestBatch);
  const booking = planBooking(account, unbooked);
  if (booking === undefined) return false;
  const written = await db.accounts.findOneAndUpdate(
    { _id: workspaceId, bookings: account.bookings },
    {
      $set: booking.account,
      ...(booking.replaced.length === 0
        ? {}
        : { $pull: { reservations: { id: { $in: booking.replaced } } } }),
    },
    { ...singleWrite, returnDocument: 'after' },
  );
  if (written === null) throw new StaleWriteError('others booked first');
  await finishBatch(db, written);
  return unbooked.length === largestBatch;
}

/**
 * The changes that are not booked, oldest first. Read them after the account: then none is missing, provided that
 * nobody has booked in between.
 */
export async function readUnbooked(
  db: Database,
  { _id, batch }: Pick<AccountDocument, '_id' | 'batch'>,
  limit = 0,
): Promise<UnbookedChange[]> {
  return await db.ledger
    .find({
      workspace_id: _id,
      unbooked: true,
      ...(batch.length === 0 ? {} : { _id: { $nin: batch.map(({ id }) => id) } }),
    })
    .project<UnbookedChange>({ delta: 1, held: 1, reservation: 1, count: { $size: '$entries' } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
}

/** Whether a reservation looks as if its run or lookups were never stored. */
export function hasStaleReservation({ reservations }: AccountDocument): boolean {
  const latest = Date.now() - reservationKeptMs;
  return reservations.some(({ at }) => at.getTime() < latest);
}

/** Marks the changes of the latest booking, and then removes the marks from the account, which is read often. */
async function finishBatch(db: Database, { _id, bookings, batch }: AccountDocument): Promise<void> {
  if (batch.length === 0) return;
  await db.ledger.bulkWrite(
    batch.map(({ id, seq, balance }): AnyBulkWriteOperation<BalanceChangeDocument> => {
      const filter = { _id: id, unbooked: true } as const;
      // A change that only held or released credits is no longer needed.
      if (seq === undefined || balance === undefined) return { deleteOne: { filter } };
      return { updateOne: { filter, update: { $set: { seq, balance }, $unset: { unbooked: '' } } } };
    }),
    { ...singleWrite, ordered: false },
  );
  await db.accounts.updateOne({ _id, bookings }, { $set: { batch: [] } }, singleWrite);
}
