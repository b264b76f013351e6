import type { DirectoryKey } from '#contract/directory.ts';
import type { Institution } from '#contract/identify.ts';
import { countrySpecs, friendlyFormatIBAN } from 'ibantools';
import { bbanPattern, mod97, slice } from '../bban.ts';
import type { IdentifyData } from '../data/tables.ts';
import { firstRow, matchRow } from '../directory-match.ts';
import { coversIbanBanks, findIbanBank, type IbanBank } from '../iban-bank.ts';
import { railsOf } from '../known-bank.ts';
import { matchNationalBank } from '../national-banks.ts';
import { normalize } from '../normalize.ts';
import { bicRails } from '../payment-rails.ts';
import type { Match } from '../match.ts';
import { defineRail, malformed, type Reference, type Sources } from '../rail.ts';
import { egyptianBanks } from '../egyptian-banks.ts';
import { bicKeys, readBic } from './swift.ts';

/** An IBAN with the structure of its country. */
interface Iban extends Reference {
  country: string;
  bban: string;
  /** The national bank code in the BBAN. Empty if the country is not in the registry. */
  bank: string;
  branch: string;
  /** The bank by the built-in tables. */
  found: IbanBank | undefined;
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
    if (structure === undefined) {
      return { value, country, bban, bank: '', branch: '', found: undefined };
    }
    if (!bbanPattern(structure.bban).test(bban)) {
      return malformed('iban', `must be ${country}, two check digits and ${structure.bban}`);
    }
    const [bank, branch] = [structure.bank, structure.branch].map((at) => slice(bban, at));
    const found = findIbanBank(country, bank ?? '', data, branch);
    return { value, country, bban, bank: bank ?? '', branch: branch ?? '', found };
  },
  directoryKeys: keysOf,
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

/** Check digits that a country's own rule puts into the BBAN. True if no rule is known. */
function nationalCheck(country: string, bban: string): boolean {
  return countrySpecs[country]?.bban_validation_func?.(bban) ?? true;
}
