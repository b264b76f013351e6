import { createContext } from 'react';

/** A call by its place in the trace, which does not show ids. */
export interface PlaceInTrace {
  /** `seq` of its turn. */
  turn: number;
  /** Its position among the calls of the turn, from 1. */
  call: number;
}

/** A run whose receipts can be had, and its subject, to whom the API shows it. */
export interface RunOfReceipts {
  runId: string;
  subject: string;
}

export const ReceiptsOf = createContext<RunOfReceipts | undefined>(undefined);
