import type { InstitutionRow } from '#contract/directory.ts';
import type { Confidence, IdentifyReason, Institution, RailsSource } from '#contract/identify.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import type { TableSource } from './data/table.ts';

/** The institution is known. */
export interface Match {
  institution: Institution;
  /** ISO 3166-1 alpha-2, of the institution. */
  country: string;
  /** Payment rails, from ./payment-rails.ts. */
  rails: PaymentRail[];
  /** Default: `register`. */
  rails_source?: RailsSource;
  confidence: Confidence;
  source: TableSource;
  /** A limit of the result, for people. */
  note?: string;
  /** With confidence `likely`: the institutions that it may be, the likeliest first. */
  candidates?: Institution[];
  /** The institution's id, if its BIC does not say it. */
  id?: string;
  /** The directory that the match is from. None if it is from the built-in tables. */
  directory?: InstitutionRow['directory'];
  /** An object that stands for the institution, if it is the same for every lookup. What is known about it is then kept. */
  holder?: object;
  /** Whether the match has all that the table bank knows about the institution. */
  isComplete?: true;
}

/** The institution is not known. */
export interface Miss {
  result: 'not_found' | 'unsupported';
  reason: IdentifyReason;
  candidates?: Institution[];
  /** Only with candidates. */
  confidence?: Confidence;
  country?: string;
  /** The table that was searched. */
  source?: TableSource;
}
