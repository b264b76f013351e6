import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AccountDocument } from '#store/documents/account.ts';
import type { UnbookedChange } from '#store/documents/reckoning.ts';
import { fundsOf, planBooking, unbookedFunds } from '#store/money/funds.ts';

const empty: AccountDocument = {
  _id: 'w',
  balance: 0,
  held: 0,
  last_seq: 0,
  bookings: 0,
  batch: [],
  reservations: [],
};

/** An account as it is after a booking is written. */
function after(account: AccountDocument, changes: UnbookedChange[]): AccountDocument {
  const booking = planBooking(account, changes);
  if (booking === undefined) return account;
  const { replaced } = booking;
  return {
    ...account,
    ...booking.account,
    reservations: account.reservations.filter(({ id }) => !replaced.includes(id)),
  };
}

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const change = fc.record({
  delta: amount,
  held: fc.option(amount, { nil: undefined }),
  count: fc.integer({ min: 0, max: 3 }),
  reserved: fc.option(fc.nat(1000), { nil: undefined }),
});
/** An account, with reservations of its own and of changes that it has not taken in. */
const states = fc
  .record({
    changes: fc.array(change, { maxLength: 12 }),
    own: fc.array(fc.nat(1000), { maxLength: 3 }),
    balance: amount,
  })
  .map(({ changes, own, balance }) => {
    const reservations = [
      ...own.map((reserved, index) => ({ id: `own ${index}`, amount: reserved, at: new Date(0) })),
      ...changes.flatMap(({ reserved }, index) =>
        reserved === undefined ? [] : [{ id: `r${index}`, amount: reserved, at: new Date(0) }],
      ),
    ];
    const unbooked = changes.map(({ delta, held, count, reserved }, index): UnbookedChange => {
      return {
        _id: `c${index}`,
        delta: count === 0 ? 0 : delta,
        count,
        ...(held === undefined ? {} : { held }),
        ...(reserved === undefined ? {} : { reservation: `r${index}` }),
      };
    });
    return { account: { ...empty, balance, reservations }, unbooked };
  });

it('what a workspace has is the same before and after its changes are booked, however many at a time', () => {
  fc.assert(
    fc.property(states, fc.nat(12), ({ account, unbooked }, size) => {
      const before = fundsOf(account, unbooked);
      const first = after(account, unbooked.slice(0, size));
      // Nothing is marked yet: what is in the batch is not counted twice.
      expect(fundsOf(first, unbooked)).toEqual(before);
      const second = after(first, unbooked);
      expect(fundsOf({ ...second, batch: [] }, [])).toEqual(before);
      expect(after(second, unbooked.slice(size))).toBe(second);
    }),
  );
});

it('entries are numbered without gaps, and each change has the balance after it', () => {
  fc.assert(
    fc.property(states, ({ account, unbooked }) => {
      const booked = after(account, unbooked);
      let { balance } = account;
      let seq = 1;
      for (const [index, { delta, count }] of unbooked.entries()) {
        balance += delta;
        const mark = booked.batch[index];
        expect(mark).toEqual(count === 0 ? { id: `c${index}` } : { id: `c${index}`, seq, balance });
        seq += count;
      }
      expect([booked.last_seq, booked.balance]).toEqual([seq - 1, balance]);
    }),
  );
});

it('what the account is short of makes up for its reservations that a change has taken the place of', () => {
  const account = { ...empty, balance: 100, reservations: [{ id: 'run', amount: 40, at: new Date() }] };
  const hold = { _id: 'c', delta: 0, held: 40, reservation: 'run', count: 0 };
  const charge = { _id: 'd', delta: -30, count: 1 };
  expect(fundsOf(account, [])).toEqual({ balance: 100, held: 40, available: 60 });
  expect(fundsOf(account, [hold])).toEqual({ balance: 100, held: 40, available: 60 });
  expect(unbookedFunds(account, [hold])).toBe(0);
  expect(fundsOf(account, [hold, charge])).toEqual({ balance: 70, held: 40, available: 30 });
  expect(unbookedFunds(account, [hold, charge])).toBe(-30);
});
