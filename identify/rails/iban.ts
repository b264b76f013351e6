import type { DirectoryKey } from '#contract/directory.ts';
import type { Institution } from '#contract/identify.ts';
import { accountCheck } from '../account-check.ts';
import { groupsOfFour, type UnformattedAccount } from '../account-format.ts';
import { bbanInWords, bbanLength, bbanPattern, mod97, slice } from '../bban.ts';
import type { IdentifyData } from '../data/tables.ts';
import { firstRow, matchRow } from '../directory-match.ts';
import { type AccountParts, accountParts } from '../iban-parts.ts';
import { coversIbanBanks, findIbanBank, type IbanBank } from '../iban-bank.ts';
import { findBank, railsOf } from '../known-bank.ts';
import { matchNationalBank } from '../national-banks.ts';
import { nationalCheck } from '../national-check.ts';
import { bicRails } from '../payment-rails.ts';
import type { Match, Miss } from '../match.ts';
import { defineRail, type Malformed, malformed, type Reference, type Sources } from '../rail.ts';
import { unknownCountry, wrongLength } from '../reference-faults.ts';
import { egyptianBanks } from '../egyptian-banks.ts';
import { bicKeys, readBic } from './swift.ts';

/** An IBAN with the structure of its country. */
interface Iban extends Reference {
  country: string;
  bban: string;
  /** The national bank code in the BBAN. Empty if the country is not in the registry. */
  bank: string;
  branch: string;
  parts: AccountParts | undefined;
  /** The bank by the built-in tables. */
  found: IbanBank | undefined;
}

const shape = /^([A-Z]{2})(\d{2})([A-Z0-9]*)$/;
/** Characters of an IBAN of a country that is not in the registry, whatever its form. */
const lengths = { shortest: 12, longest: 34 };

/** Countries whose accounts have IBANs of another country, according to the registry. */
const underOtherCode: Record<string, readonly string[]> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};

/**
 * IBANs (ISO 13616) of every country in the registry: structure, check digits modulo 97, and national check digits.
 * `unsupported` is a country that is not in the registry, or whose bank codes no table has.
 */
export const iban = defineRail<Iban>({
  rail: 'iban',
  parse: (request, data) => {
    const value = request.iban ?? '';
    const country = value.slice(0, 2);
    const structure = data.iban_country.find(country);
    const fault = faultOf(value, structure?.bban);
    if (fault !== undefined) return fault;
    const bban = value.slice(4);
    const countries = [country, ...(underOtherCode[country] ?? [])];
    if (request.country !== undefined && !countries.includes(request.country)) {
      return malformed('country', 'is not the country of the IBAN');
    }
    if (structure === undefined) {
      return { value, country, bban, bank: '', branch: '', parts: undefined, found: undefined };
    }
    const [bank, branch] = [structure.bank, structure.branch].map((at) => slice(bban, at));
    const found = findIbanBank(country, bank ?? '', data, branch);
    const parts = accountParts(value, structure);
    return { value, country, bban, bank: bank ?? '', branch: branch ?? '', parts, found };
  },
  directoryKeys: keysOf,
  checkDigits: digitsHold,
  resolve: (iban, sources) => {
    const match = iban.bank === '' ? undefined : resolveBank(iban, sources);
    if (match !== undefined) return match;
    return iban.bank !== '' && coversIbanBanks(iban.country, iban.bank, sources.data)
      ? (closedBank(iban, sources.data) ?? { result: 'not_found', reason: 'unknown_institution' })
      : { result: 'unsupported', reason: 'unsupported_country' };
  },
  checkAccount: (iban, number, { data }) => {
    const { value, bban, parts } = iban;
    const account = { number, formatted: groupsOfFour(value), ...parts };
    // A few digits occur in many IBANs, so they prove nothing.
    if (parts === undefined || number.length < 4) return { ...account, check: 'none' };
    // The check digits were computed with the account, so they confirm that one and no other.
    return { ...account, valid: bban.includes(number) && canExist(iban, data), check: 'checksum' };
  },
  ownAccount: (iban, { data }) => ownAccount(iban, data),
});

function digitsHold({ value, country, bban, bank }: Iban): boolean {
  return bank === '' || (mod97(value) && nationalCheck(country, bban));
}

/** A check of the account alone is independent of the bank, which is identified anyway. */
function canExist(iban: Iban, data: IdentifyData): boolean {
  const { country, bban, bank, branch, parts } = iban;
  const account = { country, bban, bank, branch, number: parts?.account_number ?? '' };
  return digitsHold(iban) && accountCheck(account, data) !== false;
}

function ownAccount(iban: Iban, data: IdentifyData): UnformattedAccount | undefined {
  const { value, parts } = iban;
  if (parts === undefined) return undefined;
  const number = parts.account_number;
  return { number, valid: canExist(iban, data), check: 'checksum', formatted: groupsOfFour(value), ...parts };
}

/** @param structure of the country's BBAN, if the registry has it */
function faultOf(iban: string, structure: string | undefined): Malformed | undefined {
  const [, country, checkDigits, bban = ''] = shape.exec(iban) ?? [];
  const letters = country ?? /^[A-Z]{2}/.exec(iban)?.[0];
  if (letters === undefined)
    return malformed('iban', 'must begin with the two letters of a country', 'bad_character');
  const unknown = unknownCountry('iban', letters);
  if (unknown !== undefined) return unknown;
  if (structure === undefined) {
    const { length } = iban;
    const { shortest, longest } = lengths;
    if (length < shortest || length > longest) {
      const code = length < shortest ? 'too_short' : 'too_long';
      return malformed('iban', `must have ${shortest} to ${longest} characters, and has ${length}`, code);
    }
  } else {
    const wrong = wrongLength('iban', iban, [4 + bbanLength(structure)], { of: ` in ${letters}` });
    if (wrong !== undefined) return wrong;
  }
  if (checkDigits === undefined) {
    return malformed('iban', 'must have two check digits after the country', 'bad_character');
  }
  return structure === undefined || bbanPattern(structure).test(bban)
    ? undefined
    : malformed('iban', `must be ${letters}, 2 check digits, ${bbanInWords(structure)}`, 'bad_character');
}

function resolveBank(iban: Iban, { data, rows }: Sources): Match | undefined {
  const { country, bank: code, found } = iban;
  const row = firstRow(rows, keysOf(iban));
  const codes = [{ scheme: 'bank_code', value: code }];
  if (row !== undefined) {
    const bic = row.bic ?? found?.bic ?? '';
    const match = matchRow({ ...row, bic }, 'bank_code', code, bicRails(bic));
    // The code names the bank, even if others have the same BIC.
    const id = found?.bic.slice(0, 8) === bic.slice(0, 8) ? found.known?.row.id : undefined;
    return { ...match, country, ...(id === undefined ? {} : { id }) };
  }
  if (found === undefined) return undefined;
  const { known: bank, bic, confidence, candidates, note, source } = found;
  const branch = branchOf(iban, found);
  if (bank === undefined) return egyptianMatch(iban, data);
  const known = bank.institution;
  return {
    ...railsOf(bank),
    institution: {
      ...known,
      ...(bic === '' ? {} : { bic }),
      codes: [
        ...codes,
        ...(bic === ''
          ? known.codes.filter(({ scheme }) => scheme === 'bic')
          : [{ scheme: 'bic', value: bic }]),
      ],
      ...branch,
    },
    country,
    confidence,
    ...(candidates === undefined ? {} : { candidates }),
    ...(note === '' ? {} : { note }),
    source,
    isComplete: true,
  };
}

/** The result for a code that was deleted, with the bank that has its accounts now as the candidate, if it is known. */
function closedBank({ country, bank }: Iban, data: IdentifyData): Miss | undefined {
  const row = data.closed_code.find(country + bank);
  if (row === undefined) return undefined;
  const now = findBank(row.now, data)?.institution;
  return {
    result: 'not_found',
    reason: 'closed_institution',
    country,
    source: data.closed_code.sourceOf(row),
    ...(now === undefined ? {} : { candidates: [now] }),
  };
}

function branchOf({ branch: code }: Iban, { branch: name }: IbanBank): { branch?: Institution['branch'] } {
  if (code === '' && name === '') return {};
  return { branch: { ...(code === '' ? {} : { code }), ...(name === '' ? {} : { name }) } };
}

/** A bank that only the table of Egyptian banks has, because it has no BIC. */
function egyptianMatch({ bank: code, branch }: Iban, data: IdentifyData): Match | undefined {
  const match = matchNationalBank(
    egyptianBanks(data).get(code),
    branch === '' ? undefined : { code: branch },
  );
  return 'institution' in match ? match : undefined;
}

/** A British IBAN contains the sort code, and the sort code directory knows more than a directory of BICs. */
function keysOf({ country, branch, found }: Iban): DirectoryKey[] {
  const bic = readBic(found?.bic ?? '');
  return [
    ...(country === 'GB' ? [{ directory: 'eiscd' as const, key: branch }] : []),
    ...(bic === undefined ? [] : bicKeys(bic)),
  ];
}
