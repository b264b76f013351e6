import type { Table } from './table.ts';

/**
 * Columns of the tables of national bank codes. `account` is what is known of account numbers: lengths (`13`, `10,13`,
 * `8-11`), `nuban`, `phone` (the holder's phone number), or nothing. `now` is the code of the institution that took
 * this one over, or another code of it; `closed` when nobody did.
 */
const nationalBank = [
  'code',
  'name',
  'short_name',
  'bic',
  'type',
  'account',
  'now',
  'source',
  'note',
] as const;

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
  /** Nigeria: institution codes of the central bank (3 or 5 digits) and of NIP (6 digits). */
  nuban: nationalBank,
  /** Ghana: GhIPSS codes of head offices. */
  gh_bank: nationalBank,
  /** Kenya: bank codes of two digits. */
  ke_bank: nationalBank,
  /** South Africa: universal branch codes, and others that are known. */
  za_bank: nationalBank,
  /** Côte d'Ivoire and the other countries of the West African monetary union, the country first: `CI008`. */
  ci_bank: nationalBank,
  /** Egypt: the bank part of IBANs. */
  eg_bank: nationalBank,
  /** Rwanda: bank codes of three digits. */
  rw_bank: nationalBank,
  /** Mobile networks by E.164 prefix, without `+`; `wallet` where theirs is known. */
  momo_prefix: ['prefix', 'country', 'network', 'wallet'],
  /** Mobile money services of networks. `nuban` is the service's code in that table, where it is a Nigerian bank. */
  momo_wallet: ['wallet', 'country', 'network', 'name', 'short_name', 'nuban', 'source'],
} as const;

export type TableName = keyof typeof tableColumns;

/** The built-in tables. */
export type IdentifyData = { readonly [Name in TableName]: Table<(typeof tableColumns)[Name][number]> };
