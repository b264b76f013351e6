import { readKeptTable } from './kept-table.ts';

/** A takeover or a new name. */
export type BankChange = ReturnType<typeof readKeptTable<'bank_change'>>[number];

/** Changes by the code of the bank that was changed: `iban:IT03067`, `bic:BLOPIT22`. */
export const bankChanges: ReadonlyMap<string, BankChange> = new Map(
  readKeptTable('bank_change').map((change) => [change.code, change]),
);
