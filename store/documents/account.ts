import type { Microcredits } from '#contract/credits.ts';

/**
 * A workspace's account: the balance as of the latest booking, what is reserved, and where calls go unless told
 * otherwise. What the workspace has now is this and the changes of its ledger that are not booked yet
 * (docs/decisions/0024): no run writes it in a transaction.
 */
export interface AccountDocument {
  /** The workspace's id. */
  _id: string;
  /** Of the entries that are booked. */
  balance: Microcredits;
  /** Held for open runs, by the changes that are booked. */
  held: Microcredits;
  /** The number of the latest booked entry. */
  last_seq: number;
  /** Counts the bookings: what was read together with it still holds while it is the same. */
  bookings: number;
  /** What the changes of the latest booking are marked with; empty once they are. */
  batch: Mark[];
  /** What is set aside for runs and lookups that are being stored. */
  reservations: Reservation[];
  /** The workspace's connection while it has just one. */
  only_connection?: { id: string; name: string };
  /** Counts the changes of the workspace's connections. */
  connection_changes?: number;
  /** How many webhook endpoints the workspace has. */
  webhook_endpoints?: number;
}

/** What a change is marked with once it is booked. One without entries has done its part, and is removed. */
export interface Mark {
  /** Of the change. */
  id: string;
  seq?: number;
  balance?: Microcredits;
}

/** Credits that are set aside until the change that takes its place is booked. */
export interface Reservation {
  /** Of the run, or of the lookups. */
  id: string;
  amount: Microcredits;
  /** By the server's clock. */
  at: Date;
}
