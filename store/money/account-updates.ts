import type { Document } from 'mongodb';
import type { Microcredits } from '#contract/credits.ts';
import { isFuture, laterBy, serverTimeIn } from '../mongo/server-time.ts';

/**
 * How long a reservation is kept after its work was to be stored, if it is not: longer than any transaction lives.
 */
export const reservationKeptMs = 60_000;

/**
 * Whether an account has more than this left besides everything that is held and reserved, at the time of the write.
 */
export function hasMoreThan(amount: Microcredits): Document {
  // MongoDB's stand-in cannot sum the path `$reservations.amount`.
  const reserved = { $sum: { $map: { input: '$reservations', in: '$$this.amount' } } };
  return { $expr: { $gt: [{ $subtract: ['$balance', { $add: ['$held', reserved] }] }, amount] } };
}

/** A reservation to add. */
export interface NewReservation {
  id: string;
  amount: Microcredits;
  /** How long the work may take before it is stored. */
  workMs: number;
}

/** Adds reservations, dated by the server's clock, which also decides when they are dropped. */
export function addReservations(added: NewReservation[]): Document[] {
  const reservations = added.map(({ id, amount, workMs }) => ({
    id: { $literal: id },
    amount,
    at: serverTimeIn(workMs),
  }));
  return [{ $set: { reservations: { $concatArrays: ['$reservations', reservations] } } }];
}

/** Drops the reservations that nothing has replaced for too long. This counts as a booking. */
export function dropStale(): Document[] {
  const isKept = isFuture(laterBy('$$this.at', reservationKeptMs));
  const kept = { $filter: { input: '$reservations', cond: isKept } };
  return [{ $set: { bookings: { $add: ['$bookings', 1] }, reservations: kept } }];
}
