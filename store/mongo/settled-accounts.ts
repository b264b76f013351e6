import { LRUCache } from 'lru-cache';
import type { AccountDocument } from '../documents/account.ts';

const mostAccounts = 1000;

/**
 * How often each account was booked when this process last saw it with no marks left to be set. If it says the same later,
 * nobody has booked in between: what was read in the meantime belongs to the account, in whatever order they were read.
 */
export class SettledAccounts {
  readonly #bookings = new LRUCache<string, number>({ max: mostAccounts });

  /** Undefined if it was not seen, or marks were left to be set. */
  bookings(workspaceId: string): number | undefined {
    return this.#bookings.get(workspaceId);
  }

  note({ _id, bookings, batch }: Pick<AccountDocument, '_id' | 'bookings' | 'batch'>): void {
    if (batch.length === 0) this.#bookings.set(_id, bookings);
    else this.#bookings.delete(_id);
  }
}
