import type { Microcredits } from '#contract/credits.ts';

/**
 * A workspace's account: the balance as of the latest booking, reservations, and the default connection. The
 * workspace's funds are the account plus the changes of its ledger that are not booked yet (docs/decisions/0024). No
 * run writes it in a transaction.
 */
export interface AccountDocument {
  /** The workspace's id. */
  _id: string;
  /** The sum of the booked entries. */
  balance: Microcredits;
  /** Credits held for open runs, by the booked changes. */
  held: Microcredits;
  /** The number of the latest booked entry. */
  last_seq: number;
  /** Counts the bookings: while it is unchanged, what was read together with it is still valid. */
  bookings: number;
  /** The marks for the changes of the latest booking; empty once the changes have them. */
  batch: Mark[];
  /** Credits set aside for runs and lookups that are being stored, and for extractions in progress. */
  reservations: Reservation[];
  /** The workspace's connection, while it has exactly one, not counting MCP servers. */
  only_connection?: { id: string; name: string };
  /** Counts the changes to the workspace's connections. */
  connection_changes?: number;
  /** How many webhook endpoints the workspace has. */
  webhook_endpoints?: number;
}

/** The mark that a change gets once it is booked. A change without entries is removed instead. */
export interface Mark {
  /** Id of the change. */
  id: string;
  seq?: number;
  balance?: Microcredits;
}

/** Credits that are set aside until the change that replaces the reservation is booked. */
export interface Reservation {
  /** Id of the run, the extraction or the call, or of the lookups. */
  id: string;
  amount: Microcredits;
  /** When the work is to be stored at the latest, by the server's clock. */
  at: Date;
}
