import type { LedgerReason, Microcredits } from '#contract/credits.ts';

/**
 * One change of a workspace's balance, and the ledger entries that it consists of. It is inserted together with its
 * cause and shares no document with other changes. The account includes it later (docs/decisions/0024), and from then
 * on it never changes.
 */
export interface BalanceChangeDocument {
  /** The id of its last entry, or an id of its own if it has none. */
  _id: string;
  workspace_id: string;
  /** The sum of its entries. */
  delta: Microcredits;
  /** The difference in credits held for open runs. */
  held?: Microcredits;
  /**
   * The reasons for the change, in order: one, or lookups that were charged together. None if it only holds credits.
   */
  entries: StoredEntry[];
  /** The reservation of the account that it replaces. */
  reservation?: string;
  /** The account does not include it yet. */
  unbooked?: true;
  /** Once booked: the number of its first entry in the workspace's ledger, from 1 without gaps. */
  seq?: number;
  /** Once booked: the balance after its last entry. */
  balance?: Microcredits;
}

/** An entry of the ledger. */
export interface StoredEntry {
  id: string;
  /** Negative for a charge. */
  delta: Microcredits;
  reason: LedgerReason;
  /** Its reference: a run, a request, or the grant itself. */
  ref: string;
}
