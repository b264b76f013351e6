import type { Table } from './table.ts';

/**
 * Columns of the tables of national bank codes. `account` is what is known of account numbers: lengths (`13`, `10,13`,
 * `8-11`), `nuban:` and the code that their check digit is reckoned with, `phone` (the holder's phone number), or
 * nothing. `now` is the code of the institution that took this one over, or another code of it; `closed` when nobody
 * did.
 */
export const nationalBankColumns = [
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
  /** Institutions by BIC8. The country stands in the BIC. `type` is empty for banks. */
  bic: ['bic', 'name', 'city', 'type', 'source'],
  /** How many institutions `bic` has of a country. */
  bic_country: ['country', 'institutions'],
  /** Structure of IBANs: `bban` as in the registry (`8!n10!n`), positions in the BBAN as `from-to`, to excluded. */
  iban_country: ['country', 'bban', 'bank', 'branch', 'account', 'sepa'],
  /** Institutions by country and national bank code, as it stands in IBANs: `DE37040044`. */
  iban_bank: ['code', 'name', 'short_name', 'bic', 'type'],
  /** Indian banks by the first four characters of their codes; payment rails beside NEFT, by commas. */
  ifsc_bank: ['bank', 'name', 'type', 'rails'],
  /** Indian branches whose six characters are digits, in ranges without a gap. */
  ifsc_branch_range: ['from', 'to'],
  /** All other Indian branches. */
  ifsc_branch: ['ifsc'],
  /** Codes, or their beginnings, that a bank lent to another: its code, or only its name. */
  ifsc_sublet: ['prefix', 'bank', 'name'],
  /**
   * Main routing numbers of large American institutions. `institution` is the first number of the same institution,
   * `wire` says `yes` where the number was listed for Fedwire.
   */
  routing_number: ['routing_number', 'name', 'institution', 'bic', 'type', 'wire', 'note'],
  /**
   * Participants of FedACH in December 2018, from the last public directory. `institution` is the first number of the same
   * institution, or a number of the table routing_number. A replaced number has only `replaced_by`: its replacement, which
   * was not replaced itself.
   */
  fedach: ['routing_number', 'name', 'city', 'state', 'type', 'bic', 'institution', 'wire', 'replaced_by'],
  /** Sort codes that are known one by one. */
  sort_code: ['sort_code', 'name', 'short_name', 'bic', 'type'],
  /** Whom ranges of sort codes were given to; single codes in them may be another's. */
  sort_code_range: ['from', 'to', 'name', 'short_name', 'bic', 'type'],
  /** Modulus checks of a range of sort codes: `method:weights:exception`, the second empty where there is one. */
  sort_code_modulus: ['from', 'to', 'first', 'second'],
  /** Sort codes that are checked as another (exception 5). */
  sort_code_substitute: ['sort_code', 'substitute'],
  /** Nigeria: institution codes of the central bank (3 or 5 digits) and of NIP (6 digits). */
  nuban: nationalBankColumns,
  /** Ghana: GhIPSS codes of head offices. */
  gh_bank: nationalBankColumns,
  /** Kenya: bank codes of two digits. */
  ke_bank: nationalBankColumns,
  /** South Africa: universal branch codes, and others that are known. */
  za_bank: nationalBankColumns,
  /** Côte d'Ivoire and the other countries of the West African monetary union, the country first: `CI008`. */
  ci_bank: nationalBankColumns,
  /** Egypt: the bank part of IBANs. */
  eg_bank: nationalBankColumns,
  /** Rwanda: bank codes of three digits. */
  rw_bank: nationalBankColumns,
  /** Mobile networks by E.164 prefix, without `+`; `wallet` where theirs is known. */
  momo_prefix: ['prefix', 'country', 'network', 'wallet'],
  /** Mobile money services of networks. `nuban` is the service's code in that table, where it is a Nigerian bank. */
  momo_wallet: ['wallet', 'country', 'network', 'name', 'short_name', 'nuban', 'source'],
  /**
   * Institutions of all tables, each once. The key is the words of the name, each after a hyphen, and the id after an
   * exclamation mark; `words` are those of short names and codes. Rails and codes stand between commas.
   */
  institution: ['key', 'name', 'country', 'type', 'rails', 'bic', 'codes', 'words'],
} as const;

export type TableName = keyof typeof tableColumns;

/** The built-in tables. */
export type IdentifyData = { readonly [Name in TableName]: Table<(typeof tableColumns)[Name][number]> };
