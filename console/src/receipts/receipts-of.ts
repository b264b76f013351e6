import { createContext } from 'react';

/** The run whose receipts can be had, and its subject, to whom the API shows it. */
export const ReceiptsOf = createContext<{ runId: string; subject: string } | undefined>(undefined);
