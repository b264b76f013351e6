import type { Table } from './table.ts';

/** Every built-in table and its columns, the key first. `<name>.tsv` holds its rows, manifest.json its source. */
export const tableColumns = {
  /** BIC8. */
  bic: ['bic', 'name', 'city'],
} as const;

export type TableName = keyof typeof tableColumns;

/** The built-in tables. */
export type IdentifyData = { readonly [Name in TableName]: Table<(typeof tableColumns)[Name][number]> };
