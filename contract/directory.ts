import type { Institution } from './identify.ts';
import type { PaymentRail } from './payment-rail.ts';

/**
 * Directories that are licensed to their participants. An operator who has a licence imports one, and its rows take
 * precedence over the built-in tables.
 */
export const directoryNames = ['fedach', 'eiscd', 'bic', 'cdv'] as const;
export type DirectoryName = (typeof directoryNames)[number];

/**
 * The keys of an imported directory.
 * - `fedach`: a routing number, 9 digits.
 * - `eiscd`: a sort code, 6 digits.
 * - `bic`: a BIC of 8 or 11 characters, as in the directory.
 * - `cdv`: a South African branch code, 6 digits.
 */
export interface DirectoryKey {
  directory: DirectoryName;
  key: string;
}

/** A row of FedACH, EISCD or a BIC directory: the institution behind a code. */
export interface InstitutionRow extends DirectoryKey {
  directory: 'fedach' | 'eiscd' | 'bic';
  /** The date of the directory itself, `YYYY-MM-DD`. */
  as_of: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  short_name?: string;
  bic?: string;
  branch?: Institution['branch'];
  /** Payment rails in which it takes part according to the directory; absent if the directory does not say. */
  rails?: PaymentRail[];
}

/** A row of the South African check digit verification table: how the accounts of a branch are checked. */
export interface CdvRow extends DirectoryKey {
  directory: 'cdv';
  as_of: string;
  rules: CdvRule[];
}

/** The rule for one account type. The weights are for an account number that is padded to 11 digits. */
export interface CdvRule {
  account_type: string;
  weights: number[];
  fudge_factor: number;
  modulus: number;
  /** The table's letter for a rule that differs from the standard one. */
  exception?: string;
}

export type DirectoryRow = InstitutionRow | CdvRow;
