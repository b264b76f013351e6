import type { Microcredits } from '#contract/credits.ts';
import type { BalanceChangeDocument } from '#engine/documents/balance-change.ts';
import type { AccountDocument } from './account.ts';

/** The fields of a change that are needed to compute funds and to book it. */
export type UnbookedChange = Pick<BalanceChangeDocument, '_id' | 'delta' | 'held' | 'reservation'> & {
  /** How many entries it has. */
  count: number;
};

/** An account, with the changes after it if they were read together with it. */
export type ReadAccount = AccountDocument & { unbooked?: UnbookedChange[] };

/** Credits to reserve. */
export interface ReservationRequest {
  /** The id of the reservation: that of the run, the extraction or the call, or one for the lookups. */
  id: string;
  /** Zero only checks whether anything is left. */
  amount: Microcredits;
  /** More than this must be left before the reservation. Default: 0. */
  above?: Microcredits;
  /** How long the work may take before it is stored, in milliseconds. Default: 0, because it is already done. */
  workMs?: number;
}

/** A reservation that waits to be made. */
export interface RequestedReservation extends Required<ReservationRequest> {
  /** The workspace's account as it has just been read. */
  account: ReadAccount | undefined;
}
