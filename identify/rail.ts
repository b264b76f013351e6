import type { DirectoryKey, DirectoryRow } from '#contract/directory.ts';
import type { AccountCheck, IdentifyRequest } from '#contract/identify.ts';
import type { Rail, ReferenceField } from '#contract/rail.ts';
import { type Answered, completeMatch } from './complete-match.ts';
import type { IdentifyData } from './data/tables.ts';
import type { Match, Miss } from './match.ts';
import { type UnformattedAccount, withFormat } from './account-format.ts';
import { withCertainty, withSource } from './certainty.ts';
import { unknownRails } from './unknown-rails.ts';

/** A well-formed reference. Rails add its parts. */
export interface Reference {
  /** Normalized: upper case, without separators. */
  value: string;
  /** The country of the reference, if it contains one. */
  country?: string;
}

/** The tables of a rail. */
export interface Sources {
  data: IdentifyData;
  /** Rows of imported directories with the reference's keys. They take precedence over the built-in tables. */
  rows: readonly DirectoryRow[];
}

/** The fault of a field, for programs. `invalid` is everything else, such as parts that contradict each other. */
export type FaultCode = 'too_short' | 'too_long' | 'bad_character' | 'unknown_country' | 'invalid';

/**
 * The reference does not belong to the rail: which field, and what it must be. Clients receive 422 `invalid_request`.
 */
export interface Malformed {
  malformed: { field: ReferenceField | 'country'; message: string; code: FaultCode };
}

/**
 * How the references of one rail are read and resolved: parse, check digits, resolve, account check. All of it is
 * synchronous and pure, and never throws, whatever the strings of the request contain.
 */
export interface RailRules<Ref extends Reference> {
  rail: Rail;
  /**
   * Wrong characters, wrong length, or another country: malformed.
   * @param request whose references are plain: capital ASCII letters and digits, and `+` before a phone number
   */
  parse(request: IdentifyRequest, data: IdentifyData): Ref | Malformed;
  /** The keys to look up in imported directories, the best first. */
  directoryKeys?(reference: Ref, data: IdentifyData): DirectoryKey[];
  /** Whether the reference's own check digits are right. Omitted if it has none. Wrong ones give `bad_checksum`. */
  checkDigits?(reference: Ref, sources: Sources): boolean;
  resolve(reference: Ref, sources: Sources): Match | Miss;
  /**
   * Checks the account. Omitted if nothing can be checked. `number` has ASCII letters and digits. Without `formatted`, the account
   * is written as the reference and its number.
   */
  checkAccount?(reference: Ref, number: string, sources: Sources): UnformattedAccount;
  /** The account that the reference itself is. Omitted if it is none. */
  ownAccount?(reference: Ref, sources: Sources): UnformattedAccount | undefined;
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
  /** Undefined if the reference is no account. */
  ownAccount(rows: Sources['rows']): AccountCheck | undefined;
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
          return 'institution' in found ? shown(completeMatch(found, data)) : withSource(found);
        },
        checkAccount: (number, rows) =>
          withFormat(
            rules.checkAccount?.(reference, number, { data, rows }) ?? { number, check: 'none' },
            value,
          ),
        ownAccount: (rows) => {
          const own = rules.ownAccount?.(reference, { data, rows });
          return own === undefined ? undefined : withFormat(own, value);
        },
      };
    },
  };
}

/** A match as answers show it, with the rails that are open to the institution but not known. */
function shown(match: Answered): Answered {
  const { country, rails, institution } = match;
  const unknown = institution.type === 'bank' ? unknownRails(country, rails, institution.bic) : [];
  return withCertainty(unknown.length === 0 ? match : { ...match, rails_unknown: unknown });
}

/** The result of a parser that could not read its field. */
export function malformed(
  field: ReferenceField | 'country',
  message: string,
  code: FaultCode = 'invalid',
): Malformed {
  return { malformed: { field, message, code } };
}
