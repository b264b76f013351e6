import type { Document } from 'mongodb';
import type { Microcredits } from '#contract/credits.ts';

/** How long a reservation is kept whose run or lookups are not stored: longer than any transaction lives. */
export const reservationKeptMs = 60_000;

/** Whether an account has more than this left after all that is held and reserved, as it is when it is written. */
export function hasMoreThan(amount: Microcredits): Document {
  // Of the path `$reservations.amount`, MongoDB's stand-in makes no sum.
  const reserved = { $sum: { $map: { input: '$reservations', in: '$$this.amount' } } };
  return { $expr: { $gt: [{ $subtract: ['$balance', { $add: ['$held', reserved] }] }, amount] } };
}

/** Adds a reservation, dated by the server's clock, which says when it is dropped. */
export function addReservation(id: string, amount: Microcredits): Document[] {
  const reservation = { id: { $literal: id }, amount, at: '$$NOW' };
  return [{ $set: { reservations: { $concatArrays: ['$reservations', [reservation]] } } }];
}

/** Drops the reservations that nothing has taken the place of for too long. It counts as a booking. */
export function dropStale(): Document[] {
  const keptUntil = { $dateAdd: { startDate: '$$this.at', unit: 'millisecond', amount: reservationKeptMs } };
  const kept = { $filter: { input: '$reservations', cond: { $gte: [keptUntil, '$$NOW'] } } };
  return [{ $set: { bookings: { $add: ['$bookings', 1] }, reservations: kept } }];
}
