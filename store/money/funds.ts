import type { Microcredits } from '#contract/credits.ts';
import type { AccountDocument, Mark } from '../documents/account.ts';
import type { UnbookedChange } from '../documents/reckoning.ts';

/** The funds of a workspace. */
export interface Funds {
  /** Everything that it was granted and charged. */
  balance: Microcredits;
  /** Credits set aside for open runs, and for lookups that are being stored. */
  held: Microcredits;
  /** The credits left to spend: the balance less what is held. */
  available: Microcredits;
}

/** The funds of a workspace, from its account and the changes that are not booked. */
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

/** The difference between the account alone, with all its reservations, and the credits left to spend. */
export function unbookedFunds(account: AccountDocument, unbooked: UnbookedChange[]): Microcredits {
  return fundsOf(account, unbooked).available - fundsOf(account, []).available;
}

/** How changes are booked into an account: its next state, and the reservations that this removes. */
export interface Booking {
  account: Pick<AccountDocument, 'balance' | 'held' | 'last_seq' | 'bookings' | 'batch'>;
  replaced: string[];
}

/** The booking of changes in order; undefined if the account includes all of them. */
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

/** The account includes the latest batch, even if its changes are not marked yet. */
function notIn({ batch }: AccountDocument, unbooked: UnbookedChange[]): UnbookedChange[] {
  const taken = new Set(batch.map(({ id }) => id));
  return unbooked.filter(({ _id }) => !taken.has(_id));
}

function replacedReservations(changes: UnbookedChange[]): Set<string> {
  return new Set(changes.flatMap(({ reservation }) => (reservation === undefined ? [] : [reservation])));
}
