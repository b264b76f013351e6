import type { Confidence } from '#contract/identify.ts';
import type { UnformattedAccount } from '../account-format.ts';
import type { IdentifyData } from '../data/tables.ts';
import { firstRow, matchRow } from '../directory-match.ts';
import { toInstitution } from '../institution.ts';
import { candidatesOf, idOfBic } from '../known-bank.ts';
import { modulusCheck } from '../modulus-check.ts';
import { bicRails } from '../payment-rails.ts';
import type { Match } from '../match.ts';
import { type SortCodeHolder, findSortCode } from '../sort-code-holder.ts';
import { defineRail, type Reference } from '../rail.ts';
import { wrongDigits } from '../reference-faults.ts';

const keyOf = ({ value }: Reference) => ({ directory: 'eiscd' as const, key: value });

/**
 * British sort codes: six digits without a check digit. Few are known individually. For most, the bank is the one to
 * which the range was assigned, which may have passed on single codes (`confidence` `range`), or the likeliest of several.
 * Codes outside the ranges, or disputed ones, are `not_found`. Account numbers are checked with Vocalink's table if it has the sort code.
 */
export const sortCode = defineRail({
  rail: 'sort_code',
  parse: (request) => {
    const value = request.sort_code ?? '';
    return wrongDigits('sort_code', value, [6]) ?? { value, country: 'GB' };
  },
  directoryKeys: (reference) => [keyOf(reference)],
  resolve: (reference, { data, rows }) => {
    const row = firstRow(rows, [keyOf(reference)]);
    if (row !== undefined) return matchRow(row, 'sort_code', reference.value, []);
    const holder = findSortCode(reference.value, data);
    if (holder === undefined) return { result: 'not_found', reason: 'unknown_institution' };
    if (holder.others === '') return matchOf(reference, holder, holder.isOwn ? 'exact' : 'range');
    const ids = [holder.bic, ...holder.others.split(',')].map((bic) => idOfBic(bic, data));
    return { ...matchOf(reference, holder, 'likely'), candidates: candidatesOf(ids.join(','), data) };
  },
  checkAccount: (reference, number, { data, rows }) => {
    const { value } = reference;
    const holder = firstRow(rows, [keyOf(reference)])?.bic ?? findSortCode(value, data)?.bic ?? '';
    return checkAccount(value, number, holder, data);
  },
});

function matchOf(
  { value }: Reference,
  { name, short_name, bic, type, isOwn, source }: SortCodeHolder,
  confidence: Confidence,
): Match {
  const facts = { country: 'GB', name, shortName: short_name, bic, type };
  return {
    // A code in a range may belong to another bank, so it is not among the bank's codes.
    institution: toInstitution(
      isOwn || bic === ''
        ? { ...facts, scheme: 'sort_code', code: value }
        : { ...facts, scheme: 'bic', code: bic },
    ),
    country: 'GB',
    ...(isOwn
      ? {}
      : {
          note: `The range of the sort code was assigned to ${name}, which may have passed on single codes.`,
        }),
    rails: bicRails(bic),
    confidence,
    source,
  };
}

/**
 * Account numbers that do not have eight digits, by the BIC of the bank that has them (Vocalink, "Validating account numbers",
 * non-standard account numbers). Elsewhere, such a number has a digit too many.
 */
const nonStandard: Readonly<
  Record<string, { digits: number; read: (sortCode: string, number: string) => Account }>
> = {
  // The first digit replaces the last one of the sort code.
  ABBYGB2L: {
    digits: 9,
    read: (sortCode, number) => ({
      sortCode: sortCode.slice(0, 5) + number.slice(0, 1),
      number: number.slice(1),
    }),
  },
  COBSGB21: { digits: 9, read: (sortCode, number) => ({ sortCode, number: number.slice(1) }) },
  NWBKGB2L: { digits: 10, read: (sortCode, number) => ({ sortCode, number: number.slice(2) }) },
  CPBKGB22: { digits: 10, read: (sortCode, number) => ({ sortCode, number: number.slice(0, 8) }) },
};

/** A sort code and an account number of eight digits that belong together. */
interface Account {
  sortCode: string;
  number: string;
}

function checkAccount(asked: string, given: string, holder: string, data: IdentifyData): UnformattedAccount {
  const account = toEightDigits(asked, given, holder);
  if (account === undefined) {
    return { number: given, valid: false, check: 'length', formatted: `${inPairs(asked)} ${given}` };
  }
  const { sortCode, number } = account;
  const valid = modulusCheck(sortCode, number, data);
  const formatted = `${inPairs(sortCode)} ${number}`;
  return {
    number,
    ...(valid === undefined ? { check: 'none' } : { valid, check: 'checksum' }),
    formatted,
    bank_code: sortCode,
  };
}

/** A sort code as people write it: 20-29-59. */
function inPairs(sortCode: string): string {
  return sortCode.replaceAll(/(..)(?=.)/g, '$1-');
}

/** Six and seven digits are padded with zeros. @param holder the BIC of the bank of the sort code */
function toEightDigits(sortCode: string, number: string, holder: string): Account | undefined {
  if (/^\d{6,8}$/.test(number)) return { sortCode, number: number.padStart(8, '0') };
  const own = nonStandard[holder.slice(0, 8)];
  return own !== undefined && /^\d+$/.test(number) && number.length === own.digits
    ? own.read(sortCode, number)
    : undefined;
}
