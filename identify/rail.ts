import type { DirectoryKey, DirectoryRow, InstitutionRow } from '#contract/directory.ts';
import type {
  AccountCheck,
  Confidence,
  DataSource,
  IdentifyReason,
  IdentifyRequest,
  Institution,
  RailsSource,
} from '#contract/identify.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import type { Rail, ReferenceField } from '#contract/rail.ts';
import { type Answered, completeMatch } from './complete-match.ts';
import type { IdentifyData } from './data/tables.ts';

/** A well-formed reference. Rails add its parts. */
export interface Reference {
  /** Normalized: upper case, without separators. */
  value: string;
  /** The country of the reference, if it contains one. */
  country?: string;
}

/** What a rail looks up references in. */
export interface Sources {
  data: IdentifyData;
  /** Rows of imported directories with the reference's keys. They take precedence over the built-in tables. */
  rows: readonly DirectoryRow[];
}

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
  source: DataSource;
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
  source?: DataSource;
}

/**
 * The reference does not belong to the rail: which field, and what it must be. Clients receive 422 `invalid_request`.
 */
export interface Malformed {
  malformed: { field: ReferenceField | 'country'; message: string };
}

/**
 * How the references of one rail are read and resolved: parse, check digits, resolve, account check. All of it is
 * synchronous and pure, and never throws, whatever the strings of the request contain.
 */
export interface RailRules<Ref extends Reference> {
  rail: Rail;
  /** Wrong alphabet, wrong length, or another country: malformed. Digits are ASCII digits, letters ASCII letters. */
  parse(request: IdentifyRequest, data: IdentifyData): Ref | Malformed;
  /** The keys to look up in imported directories, the best first. */
  directoryKeys?(reference: Ref, data: IdentifyData): DirectoryKey[];
  /** Whether the reference's own check digits are right. Omitted if it has none. Wrong ones give `bad_checksum`. */
  checkDigits?(reference: Ref, sources: Sources): boolean;
  resolve(reference: Ref, sources: Sources): Match | Miss;
  /** Checks the account. Omitted if nothing can be checked. `number` has ASCII letters and digits. */
  checkAccount?(reference: Ref, number: string, sources: Sources): AccountCheck;
}

/** A rail without its specific type of reference. */
export interface RailReader {
  rail: Rail;
  read(request: IdentifyRequest, data: IdentifyData): ReadReference | Malformed;
}

/** A reference that was read, and its remaining steps. */
export interface ReadReference {
  value: string;
  country?: string;
  directoryKeys: () => DirectoryKey[];
  checkDigits(rows: Sources['rows']): boolean;
  resolve(rows: Sources['rows']): Answered | Miss;
  checkAccount(number: string, rows: Sources['rows']): AccountCheck;
}

/** Creates a rail from its rules. */
export function defineRail<Ref extends Reference>(rules: RailRules<Ref>): RailReader {
  return {
    rail: rules.rail,
    read: (request, data) => {
      const reference = rules.parse(request, data);
      if ('malformed' in reference) return reference;
      const { value, country } = reference;
      return {
        value,
        ...(country === undefined ? {} : { country }),
        directoryKeys: () => rules.directoryKeys?.(reference, data) ?? [],
        checkDigits: (rows) => rules.checkDigits?.(reference, { data, rows }) ?? true,
        resolve: (rows) => {
          const found = rules.resolve(reference, { data, rows });
          return 'institution' in found ? completeMatch(found, data) : found;
        },
        checkAccount: (number, rows) =>
          rules.checkAccount?.(reference, number, { data, rows }) ?? { number, check: 'none' },
      };
    },
  };
}

/** The result of a parser that could not read its field. */
export function malformed(field: ReferenceField | 'country', message: string): Malformed {
  return { malformed: { field, message } };
}
