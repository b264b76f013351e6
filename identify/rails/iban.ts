import type { DirectoryKey } from '#contract/directory.ts';
import { countrySpecs, friendlyFormatIBAN } from 'ibantools';
import { bbanPattern, mod97, slice } from '../bban.ts';
import { firstRow, matchRow } from '../directory-match.ts';
import { coversIbanBanks, findIbanBank, type IbanBank } from '../iban-bank.ts';
import { toInstitution } from '../institution.ts';
import { nationalRails } from '../national-payment-rails.ts';
import { normalize } from '../normalize.ts';
import { ibanRails } from '../payment-rails.ts';
import { defineRail, malformed, type Match, type Reference, type Sources } from '../rail.ts';
import { bicKeys, readBic } from './swift.ts';

/** An IBAN with the structure of its country. */
interface Iban extends Reference {
  country: string;
  bban: string;
  /** The national bank code in the BBAN. Empty if the country is not in the registry. */
  bank: string;
  branch: string;
}

const shape = /^([A-Z]{2})\d{2}([A-Z0-9]{8,30})$/;

/** Countries whose accounts have IBANs of another country, according to the registry. */
const underOtherCode: Record<string, readonly string[]> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};

/**
 * IBANs (ISO 13616) of every country in the registry: structure, check digits modulo 97, and the national check digits
 * that ibantools supports. `unsupported` is a country that is not in the registry, or whose bank codes no table has.
 */
export const iban = defineRail<Iban>({
  rail: 'iban',
  parse: (request, data) => {
    const value = normalize(request.iban ?? '');
    const [, country, bban] = shape.exec(value) ?? [];
    if (country === undefined || bban === undefined) return malformed('iban', 'must be an IBAN');
    const countries = [country, ...(underOtherCode[country] ?? [])];
    if (request.country !== undefined && !countries.includes(request.country)) {
      return malformed('country', 'is not the country of the IBAN');
    }
    const structure = data.iban_country.find(country);
    if (structure === undefined) return { value, country, bban, bank: '', branch: '' };
    if (!bbanPattern(structure.bban).test(bban)) {
      return malformed('iban', `must be ${country}, two check digits and ${structure.bban}`);
    }
    const { bank, branch } = structure;
    return { value, country, bban, bank: slice(bban, bank), branch: slice(bban, branch) };
  },
  directoryKeys: (iban, data) => keysOf(iban, findIbanBank(iban.country, iban.bank, data)),
  checkDigits: ({ value, country, bban, bank }) =>
    bank === '' || (mod97(value) && nationalCheck(country, bban)),
  resolve: (iban, sources) => {
    const match = iban.bank === '' ? undefined : resolveBank(iban, sources);
    if (match !== undefined) return match;
    return iban.bank !== '' && coversIbanBanks(iban.country, iban.bank, sources.data)
      ? { result: 'not_found', reason: 'unknown_institution' }
      : { result: 'unsupported', reason: 'unsupported_country' };
  },
  checkAccount: ({ value, bban, bank }, number) => {
    const formatted = friendlyFormatIBAN(value) ?? value;
    // A few digits occur in many IBANs, so they prove nothing.
    if (bank === '' || number.length < 4) return { number, check: 'none', formatted };
    // The check digits were computed with the account, so they confirm that one and no other.
    return { number, valid: bban.includes(number) && mod97(value), check: 'checksum', formatted };
  },
});

function resolveBank(iban: Iban, { data, rows }: Sources): Match | undefined {
  const { country, bank: code } = iban;
  const bank = findIbanBank(country, code, data);
  const row = firstRow(rows, keysOf(iban, bank));
  if (row !== undefined) {
    const bic = row.bic ?? bank?.bic ?? '';
    return { ...matchRow({ ...row, bic }, 'bank_code', code, ibanRails(country, bic)), country };
  }
  if (bank === undefined) return undefined;
  const { confidence, source, ...facts } = bank;
  const branch = iban.branch === '' ? {} : { branch: { code: iban.branch } };
  const institution = toInstitution({ ...facts, country, scheme: 'bank_code', code, ...branch });
  return {
    institution,
    country,
    rails: [...new Set([...nationalRails(country, institution), ...ibanRails(country, bank.bic)])],
    confidence,
    source,
  };
}

/** A British IBAN contains the sort code, and the sort code directory knows more than a directory of BICs. */
function keysOf(iban: Iban, bank: IbanBank | undefined): DirectoryKey[] {
  const bic = readBic(bank?.bic ?? '');
  return [
    ...(iban.country === 'GB' ? [{ directory: 'eiscd' as const, key: iban.branch }] : []),
    ...(bic === undefined ? [] : bicKeys(bic)),
  ];
}

/** Check digits that a country's own rule puts into the BBAN. True if no rule is known. */
function nationalCheck(country: string, bban: string): boolean {
  return countrySpecs[country]?.bban_validation_func?.(bban) ?? true;
}
