import type { Table } from './table.ts';

/**
 * Every built-in table and its columns, the key first. `<name>.tsv` holds its rows, manifest.json where they are from.
 * A table of several sources has a column `source`.
 */
export const tableColumns = {
  /** Institutions by BIC8. The country stands in the BIC. */
  bic: ['bic', 'name', 'city', 'source'],
  /** Structure of IBANs: `bban` as in the registry (`8!n10!n`), positions in the BBAN as `from-to`, to excluded. */
  iban_country: ['country', 'bban', 'bank', 'branch', 'account', 'sepa'],
  /** Institutions by country and national bank code, as it stands in IBANs: `DE37040044`. */
  iban_bank: ['code', 'name', 'short_name', 'bic'],
} as const;

export type TableName = keyof typeof tableColumns;

/** The built-in tables. */
export type IdentifyData = { readonly [Name in TableName]: Table<(typeof tableColumns)[Name][number]> };
