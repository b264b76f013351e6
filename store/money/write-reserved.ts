import { noCreditsLeft } from '#contract/credits.ts';
import { ServiceError } from '#contract/errors.ts';
import { ContentionError } from '#engine/contention/retry-on-conflict.ts';
import { type Reservation, StaleWriteError } from '#engine/ports/run-store.ts';
import type { ReadAccount } from '../documents/reckoning.ts';
import type { Commit } from '../mongo/commit.ts';
import type { Database } from '../mongo/database.ts';
import { fundsOf } from './funds.ts';
import { releaseReservation, reserve } from './reserve.ts';

/**
 * Writes a commit with a reservation of its own, whose place its change takes. The documents are written while the
 * reservation is made, and committed once it is. If somebody else wrote first, the reservation is released. After any
 * other error the outcome is unknown, and the reservation expires.
 * @param reservation with the id of its run
 * @throws {ServiceError} `insufficient_credits`, and what the commit throws
 */
export async function writeReserved(
  db: Database,
  commit: Commit,
  { id, account, amount }: Reservation & { id: string },
): Promise<void> {
  const read = account as ReadAccount;
  const reserved = mustReserve(db, read, id, amount);
  // Skips the speculative write if the balance is clearly too low.
  if (fundsOf(read, read.unbooked ?? []).available <= 0) await reserved;
  try {
    await commit.onlyOnce(reserved).write();
  } catch (error) {
    const isNotStored = error instanceof StaleWriteError || error instanceof ContentionError;
    if (isNotStored && amount > 0 && (await isMade(reserved))) await releaseReservation(db, read._id, id);
    throw error;
  }
}

async function mustReserve(db: Database, account: ReadAccount, id: string, amount: number): Promise<void> {
  if (!(await reserve(db, account._id, { id, amount }, account))) {
    throw new ServiceError('insufficient_credits', noCreditsLeft);
  }
}

async function isMade(reserved: Promise<void>): Promise<boolean> {
  return await reserved.then(
    () => true,
    () => false,
  );
}
