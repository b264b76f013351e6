import type { Table } from './table.ts';

/**
 * Columns of the tables of national bank codes. `account` describes account numbers: lengths (`13`, `10,13`, `8-11`),
 * `nuban:` and the code from which their check digit is computed, `phone` (the holder's phone number), or empty. `now`
 * is the code of the institution that took this one over, or another code of the same one, or `closed` if nobody took
 * it over.
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
 * Every built-in table and its columns, the key first. `<name>.tsv` has its rows, and manifest.json their sources. A
 * table with several sources has a column `source`.
 */
export const tableColumns = {
  /**
   * Institutions with a BIC or a national bank code, and what is known about them, whichever reference leads there. `rails`
   * are payment rails, separated by commas. `rails_source` is `country` if some of them follow from the country. `previous_ids`
   * are ids under which it was known before, separated by commas. `type` is empty for banks.
   */
  bank: [
    'id',
    'name',
    'short_name',
    'bic',
    'city',
    'type',
    'network',
    'rails',
    'rails_source',
    'previous_ids',
  ],
  /**
   * The institution of a BIC of 8 characters, or of 11 where branches belong to several banks. Empty is the one that is called
   * by the BIC. `city` is the town of a BIC that an institution has besides its own, as for a region. If `others` is not empty, it may be any of these ids, the most likely first; six stand for six or more.
   */
  bic: ['bic', 'institution', 'city', 'others', 'note', 'source'],
  /** Names of groups of banks by the beginning of the BICs that they share. */
  network: ['bic', 'name', 'source'],
  /** Holders of bank codes (`iban:FR30003`) and BICs (`bic:SABRRUMM`) that registers name wrongly or not at all. */
  kept_bank: ['code', 'name', 'short_name', 'bic', 'type', 'source'],
  /**
   * Banks that were taken over or renamed, by their codes as in `kept_bank`, or `ifsc:` and the first four characters. `now` is
   * a code of the bank that took it over. A bank that was only renamed has a `name` instead. `former` is the name before.
   */
  bank_change: ['code', 'former', 'date', 'now', 'name', 'source'],
  /**
   * Codes as in `kept_bank` under which a list that the tables are not built from names another bank: `told` has the
   * name in the tables, `says` the name in that list. `settled` is `same` if both are names of one bank, and `newer` if
   * the tables have a merger or a new name that the list lacks. If it is empty, answers are not certain.
   */
  disagreement: ['code', 'told', 'says', 'source', 'settled'],
  /** Payment rails of which an institution is a listed member, by BIC8, separated by commas. */
  rail_member: ['bic', 'rails', 'source'],
  /** Ids that were replaced because they stood for several banks, or for one that was taken over, and the ids of these now. */
  replaced_id: ['id', 'now'],
  /** The number of institutions of a country in `bic`. */
  bic_country: ['country', 'institutions'],
  /**
   * Structure of IBANs: `bban` as in the registry (`8!n10!n`), and positions in the BBAN as `from-to`, excluding `to`.
   */
  iban_country: ['country', 'bban', 'bank', 'branch', 'account', 'sepa'],
  /**
   * The institution of a national bank code, as in IBANs, after the country: `DE37040044`. `bic` is the one that is used with
   * the code. Without an `institution`, it is the one that is called by the BIC. `branch` is what the code is called, if not
   * like the bank. `others` as in `bic`.
   */
  iban_bank: ['code', 'institution', 'bic', 'branch', 'others', 'note', 'source'],
  /** Codes as in `iban_bank` that were deleted, the name of their bank, and the id of the bank that has its accounts now, if it is known. */
  closed_code: ['code', 'former', 'now'],
  /** The method of the Bundesbank by which a German bank computes the check digits of accounts. Banks without one are left out. */
  account_method: ['bank_code', 'method'],
  /**
   * Indian banks by the first four characters of their codes, and their payment rails besides NEFT, separated by
   * commas.
   */
  ifsc_bank: ['bank', 'name', 'type', 'rails'],
  /** Indian branches whose six characters are digits, in ranges without gaps. */
  ifsc_branch_range: ['from', 'to'],
  /** All other Indian branches. */
  ifsc_branch: ['ifsc'],
  /** Codes, or their prefixes, that a bank lent to another: its code, or only its name. */
  ifsc_sublet: ['prefix', 'bank', 'name'],
  /**
   * Main routing numbers of large American institutions. `institution` is the first number of the same institution.
   * `wire` is `yes` if the number was listed for Fedwire.
   */
  routing_number: ['routing_number', 'name', 'institution', 'bic', 'type', 'wire', 'note', 'source'],
  /**
   * Participants of FedACH in December 2018, from the last public directory. `institution` is the first number of the same
   * institution, or a number of the table routing_number. A replaced number has only `replaced_by`: its replacement, which
   * was not replaced itself.
   */
  fedach: ['routing_number', 'name', 'city', 'state', 'type', 'bic', 'institution', 'wire', 'replaced_by'],
  /** Individually known sort codes. */
  sort_code: ['sort_code', 'name', 'short_name', 'bic', 'type', 'source'],
  /**
   * The banks to which ranges of sort codes were assigned. Single codes in them may belong to another bank. `others` are the
   * BICs of banks that have codes of the range as well.
   */
  sort_code_range: ['from', 'to', 'name', 'short_name', 'bic', 'type', 'others', 'source'],
  /** Modulus checks of a range of sort codes: `method:weights:exception`. The second is empty if there is only one. */
  sort_code_modulus: ['from', 'to', 'first', 'second'],
  /** Sort codes that are checked as another one (exception 5). */
  sort_code_substitute: ['sort_code', 'substitute'],
  /** Nigeria: institution codes of the central bank (3 or 5 digits) and of NIP (6 digits). */
  nuban: nationalBankColumns,
  /** Ghana: GhIPSS codes of head offices, and codes of GhIPSS Instant Pay, which begin with 3003 to 3009. */
  gh_bank: nationalBankColumns,
  /** Kenya: bank codes of two digits. */
  ke_bank: nationalBankColumns,
  /** South Africa: universal branch codes, and other known ones. */
  za_bank: nationalBankColumns,
  /** Côte d'Ivoire and the other countries of the West African monetary union, with the country first: `CI008`. */
  ci_bank: nationalBankColumns,
  /** Egypt: the bank part of IBANs. */
  eg_bank: nationalBankColumns,
  /** Rwanda: bank codes of three digits. */
  rw_bank: nationalBankColumns,
  /** Mobile networks by E.164 prefix, without `+`, and their `wallet` if it is known. */
  momo_prefix: ['prefix', 'country', 'network', 'wallet'],
  /**
   * Mobile money services of networks. `nuban` is the service's code in that table, if it is a Nigerian bank, and `ghipss` its
   * code in GhIPSS Instant Pay, which `ghipss_source` of the table gh_bank has.
   */
  momo_wallet: [
    'wallet',
    'country',
    'network',
    'name',
    'short_name',
    'nuban',
    'ghipss',
    'ghipss_source',
    'source',
  ],
  /**
   * Institutions of all tables, each once. The key consists of the words of the name, each after a hyphen, and the id
   * after an exclamation mark. `words` are those of short names and codes. Rails and codes are between commas.
   */
  institution: ['key', 'name', 'country', 'type', 'rails', 'bic', 'codes', 'words'],
} as const;

export type TableName = keyof typeof tableColumns;

/** The built-in tables. */
export type IdentifyData = { readonly [Name in TableName]: Table<(typeof tableColumns)[Name][number]> };
