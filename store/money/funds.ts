import type { Microcredits } from '#contract/credits.ts';
import type { AccountDocument, Mark } from '../documents/account.ts';
import type { BalanceChangeDocument } from '../documents/balance-change.ts';

/** What must be known of a change to reckon with it, and to book it. */
export type UnbookedChange = Pick<BalanceChangeDocument, '_id' | 'delta' | 'held' | 'reservation'> & {
  /** How many entries it has. */
  count: number;
};

/** What a workspace has. */
export interface Funds {
  /** All that it was granted and charged. */
  balance: Microcredits;
  /** Set aside for open runs, and for lookups that are being stored. */
  held: Microcredits;
  /** What is left to spend: the balance less what is held. */
  available: Microcredits;
}

/** What a workspace has by its account and the changes that the account has not taken in. */
export function fundsOf(account: AccountDocument, unbooked: UnbookedChange[]): Funds {
  const waiting = notIn(account, unbooked);
  const balance = waiting.reduce((sum, { delta }) => sum + delta, account.balance);
  const booked = waiting.reduce((sum, { held = 0 }) => sum + held, account.held);
  const replaced = replacedReservations(waiting);
  const reserved = account.reservations.reduce(
    (sum, { id, amount }) => (replaced.has(id) ? sum : sum + amount),
    0,
  );
  const held = booked + reserved;
  return { balance, held, available: balance - held };
}

/** What the account alone, with all its reservations, is short of what is left to spend. */
export function unbookedFunds(account: AccountDocument, unbooked: UnbookedChange[]): Microcredits {
  return fundsOf(account, unbooked).available - fundsOf(account, []).available;
}

/** How changes are taken into an account: its next state, and the reservations that it is then without. */
export interface Booking {
  account: Pick<AccountDocument, 'balance' | 'held' | 'last_seq' | 'bookings' | 'batch'>;
  replaced: string[];
}

/** The booking of changes in their order; undefined where the account has taken in all of them. */
export function planBooking(account: AccountDocument, unbooked: UnbookedChange[]): Booking | undefined {
  const waiting = notIn(account, unbooked);
  if (waiting.length === 0) return undefined;
  let { balance, held, last_seq } = account;
  const batch: Mark[] = [];
  for (const change of waiting) {
    balance += change.delta;
    held += change.held ?? 0;
    batch.push(change.count === 0 ? { id: change._id } : { id: change._id, seq: last_seq + 1, balance });
    last_seq += change.count;
  }
  return {
    account: { balance, held, last_seq, bookings: account.bookings + 1, batch },
    replaced: [...replacedReservations(waiting)],
  };
}

/** The latest batch is in the account, also where its changes do not say so yet. */
function notIn({ batch }: AccountDocument, unbooked: UnbookedChange[]): UnbookedChange[] {
  const taken = new Set(batch.map(({ id }) => id));
  return unbooked.filter(({ _id }) => !taken.has(_id));
}

function replacedReservations(changes: UnbookedChange[]): Set<string> {
  return new Set(changes.flatMap(({ reservation }) => (reservation === undefined ? [] : [reservation])));
}
