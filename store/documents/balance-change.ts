import type { LedgerReason, Microcredits } from '#contract/credits.ts';

/**
 * One change of a workspace's money, and the entries of the ledger that it is made of. It is inserted together with
 * its cause and shares no document with other changes; the account takes it in later (docs/decisions/0024). From then
 * on it never changes.
 */
export interface BalanceChangeDocument {
  /** The id of its last entry; one of its own when it has none. */
  _id: string;
  workspace_id: string;
  /** What its entries sum to. */
  delta: Microcredits;
  /** By how much more, or less, is held for open runs. */
  held?: Microcredits;
  /** What the balance changed for, in order: one thing, or lookups that were charged together. None: it only holds. */
  entries: StoredEntry[];
  /** The reservation of the account that it takes the place of. */
  reservation?: string;
  /** The account has not taken it in yet. */
  unbooked?: true;
  /** Once booked: the number of its first entry in the workspace's ledger, from 1 without gaps. */
  seq?: number;
  /** Once booked: what the workspace had after its last entry. */
  balance?: Microcredits;
}

/** An entry of the ledger. */
export interface StoredEntry {
  id: string;
  /** Negative for a charge. */
  delta: Microcredits;
  reason: LedgerReason;
  /** What it was for: a run, a request, or the grant itself. */
  ref: string;
}
