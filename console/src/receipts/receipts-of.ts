import { createContext } from 'react';

/** A call by its place in the trace, which does not show ids. */
export interface PlaceInTrace {
  /** `seq` of its turn. */
  turn: number;
  /** Its position among the calls of the turn, from 1. */
  call: number;
}

/** The run whose receipts can be had, and its subject, to whom the API shows it. */
export const ReceiptsOf = createContext<{ runId: string; subject: string } | undefined>(undefined);
