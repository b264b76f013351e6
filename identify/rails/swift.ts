import type { Institution } from '#contract/identify.ts';
import { firstRow, matchRow } from '../directory-match.ts';
import { bicId, candidatesOf, findBank, mostCandidates, railsOf } from '../known-bank.ts';
import { bicRails } from '../payment-rails.ts';
import type { Match, Miss } from '../match.ts';
import { defineRail, malformed, type Reference, type Sources } from '../rail.ts';
import { unknownCountry, wrongLength } from '../reference-faults.ts';

/** A BIC: party prefix, country and location identify the institution, and the last three characters its branch. */
interface Bic extends Reference {
  country: string;
  institution: string;
  /** Empty for the head office, which is also written `XXX`. */
  branch: string;
}

/** ISO 9362: four characters of the party, two letters of the country, two of the location, three of the branch. */
const pattern = /^([A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2})([A-Z0-9]{3})?$/;

/** Reads a BIC. Undefined if the text is not one. */
export function readBic(text: string): Bic | undefined {
  const [value, institution = '', country = '', branch = ''] = pattern.exec(text) ?? [];
  if (value === undefined) return undefined;
  return { value, country, institution, branch: branch === 'XXX' ? '' : branch };
}

/** The keys under which a BIC directory may have it: itself, then the head office in both notations. */
export function bicKeys({ value, institution }: Bic) {
  const keys = new Set([value, `${institution}XXX`, institution]);
  return [...keys].map((key) => ({ directory: 'bic' as const, key }));
}

/**
 * The institution of a BIC, from a directory if one has it. Where the branches of a BIC belong to several banks, the table has
 * each of them. Elsewhere, a branch that is in no table is identified by its code only.
 */
export function resolveBic(bic: Bic, { data, rows }: Sources): Match | Miss | undefined {
  const row = firstRow(rows, bicKeys(bic));
  if (row !== undefined) {
    const match = matchRow({ ...row, bic: row.key }, 'bic', bic.institution, bicRails(bic.institution));
    return { ...match, confidence: bic.branch === '' || row.key === bic.value ? 'exact' : 'prefix' };
  }
  const own = bic.branch === '' ? undefined : data.bic.find(bic.value);
  const known = own ?? data.bic.find(bic.institution);
  if (known === undefined) return undefined;
  const isBranch = bic.branch !== '' && own === undefined;
  // The head office's BIC is its own. A branch of it that is not listed may belong to any bank of the network.
  const others = isBranch || own !== undefined || known.institution === '' ? known.others : '';
  const source = data.bic.sourceOf(known);
  const count = others === '' ? 0 : others.split(',').length;
  const isDoubted = count === 1;
  const candidates = count < 2 ? undefined : candidatesOf(others, data);
  if (candidates !== undefined && count > mostCandidates) {
    return { result: 'not_found', reason: 'ambiguous', confidence: 'candidates', candidates, source };
  }
  const id = candidates?.[0]?.id ?? (known.institution === '' ? bicId(bic.institution) : known.institution);
  const bank = findBank(id, data);
  if (bank === undefined) return undefined;
  return {
    ...railsOf(bank),
    institution: {
      ...bank.institution,
      ...(isBranch && candidates === undefined ? { branch: { code: bic.branch } } : {}),
      ...(known.note === '' && candidates === undefined ? otherBic(bic, known.city, bank.institution) : {}),
    },
    country: bank.country,
    confidence: candidates === undefined && !isDoubted ? (isBranch ? 'prefix' : 'exact') : 'likely',
    ...(candidates === undefined ? {} : { candidates }),
    ...(known.note === '' && !isDoubted
      ? {}
      : { note: known.note || 'Sources contradict each other about the holder of the BIC.' }),
    source,
    isComplete: true,
  };
}

/** The BIC that was asked for, where it is that of a region or a department of the institution, as a branch of it. */
function otherBic({ value, institution: asked }: Bic, city: string, bank: Institution): Partial<Institution> {
  if (bank.bic === undefined || bank.bic.slice(0, 8) === asked) return {};
  return {
    bic: asked,
    codes: [...bank.codes, { scheme: 'bic', value: asked }],
    branch: { code: value.replace(/XXX$/, ''), ...(city === '' ? {} : { city }) },
  };
}

/**
 * BICs of 8 or 11 characters (ISO 9362). They have no check digits. `unsupported` is a country without institutions in
 * the table.
 */
export const swift = defineRail<Bic>({
  rail: 'swift',
  parse: (request) => {
    const value = request.bic ?? '';
    const bic = readBic(value);
    if (bic === undefined) {
      const fault = wrongLength('bic', value, [8, 11]);
      return (
        fault ??
        malformed('bic', 'must have the letters of a country in its fifth and sixth place', 'bad_character')
      );
    }
    const fault = unknownCountry('bic', bic.country);
    if (fault !== undefined) return fault;
    if (request.country !== undefined && request.country !== bic.country) {
      return malformed('country', 'is not the country of the BIC');
    }
    return bic;
  },
  directoryKeys: bicKeys,
  resolve: (bic, sources) => {
    const match = resolveBic(bic, sources);
    if (match !== undefined) return match;
    return sources.data.bic_country.find(bic.country) === undefined
      ? { result: 'unsupported', reason: 'unsupported_country' }
      : { result: 'not_found', reason: 'unknown_institution' };
  },
});
