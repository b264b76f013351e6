import type { AccountCheck, Confidence } from '#contract/identify.ts';
import type { IdentifyData } from '../data/tables.ts';
import { firstRow, matchRow } from '../directory-match.ts';
import { toInstitution } from '../institution.ts';
import { candidatesOf, idOfBic } from '../known-bank.ts';
import { modulusCheck } from '../modulus-check.ts';
import { normalize } from '../normalize.ts';
import { bicRails } from '../payment-rails.ts';
import type { Match } from '../match.ts';
import { type SortCodeHolder, findSortCode } from '../sort-code-holder.ts';
import { defineRail, malformed, type Reference } from '../rail.ts';

const keyOf = ({ value }: Reference) => ({ directory: 'eiscd' as const, key: value });

/**
 * British sort codes: six digits without a check digit. Few are known individually. For most, the bank is the one to
 * which the range was assigned, which may have passed on single codes (`confidence` `range`), or the likeliest of several.
 * Codes outside the ranges, or disputed ones, are `not_found`. Account numbers are checked with Vocalink's table if it has the sort code.
 */
export const sortCode = defineRail({
  rail: 'sort_code',
  parse: (request) => {
    const value = normalize(request.sort_code ?? '');
    return /^\d{6}$/.test(value) ? { value, country: 'GB' } : malformed('sort_code', 'must be six digits');
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
  checkAccount: ({ value }, number, { data }) => checkAccount(value, number, data),
});

function matchOf(
  { value }: Reference,
  { name, short_name, bic, type, source }: SortCodeHolder,
  confidence: Confidence,
): Match {
  return {
    institution: toInstitution({
      country: 'GB',
      name,
      shortName: short_name,
      bic,
      scheme: 'sort_code',
      code: value,
      type,
    }),
    country: 'GB',
    rails: bicRails(bic),
    confidence,
    source,
  };
}

function checkAccount(sortCode: string, given: string, data: IdentifyData): AccountCheck {
  const account = toEightDigits(sortCode, given);
  if (account === undefined) return { number: given, valid: false, check: 'length' };
  const valid = modulusCheck(account.sortCode, account.number, data);
  const formatted = `${sortCode.replaceAll(/(..)(?=.)/g, '$1-')} ${account.number}`;
  return valid === undefined
    ? { number: account.number, check: 'none', formatted }
    : { number: account.number, valid, check: 'checksum', formatted };
}

/**
 * Account numbers have eight digits. Shorter ones are padded with zeros. Of ten digits, the Co-operative Bank uses the
 * first eight and others the last eight. Of nine, the first is the last digit of the sort code (Vocalink, "Non-standard
 * account numbers").
 */
function toEightDigits(sortCode: string, number: string): { sortCode: string; number: string } | undefined {
  if (!/^\d{6,10}$/.test(number)) return undefined;
  if (number.length <= 8) return { sortCode, number: number.padStart(8, '0') };
  if (number.length === 9)
    return { sortCode: sortCode.slice(0, 5) + number.slice(0, 1), number: number.slice(1) };
  return { sortCode, number: /^(?:08|839)/.test(sortCode) ? number.slice(0, 8) : number.slice(2) };
}
