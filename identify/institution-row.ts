import type { Institution } from '#contract/identify.ts';
import { type Rail, rails } from '#contract/rail.ts';
import type { tableColumns } from './data/tables.ts';
import { foldWords } from './fold-words.ts';

/** An institution in one table. */
export interface Sighting {
  rail: Rail;
  /** ISO 3166-1 alpha-2. */
  country: string;
  institution: Institution;
  /** Further words to find it by. */
  words?: readonly string[];
}

export type InstitutionRow = Record<(typeof tableColumns.institution)[number], string>;

/** Some banks have hundreds of national codes. Only the first are listed, in the order of the tables. */
const listedCodes = 20;

/**
 * The row of the table institution for an institution, from all its sightings. The first sighting gives the name.
 * @param otherNames further names to find it by
 */
export function institutionRow(
  id: string,
  sightings: readonly Sighting[],
  otherNames: readonly string[] = [],
): InstitutionRow {
  const institutions = sightings.map(({ institution }) => institution);
  const name = institutions[0]?.name ?? '';
  // A bank of a network is known by all eleven characters.
  const known = institutions.find((one) => one.bic !== undefined)?.bic ?? '';
  const bic = id.includes('_bank_code_') ? known : known.slice(0, 8);
  const codes = codesOf(institutions);
  const short = new Set(institutions.map(({ short_name }) => short_name ?? ''));
  const others = [...short, joined(name), ...otherNames, ...codes.map(({ value }) => value)];
  const words = new Set(foldWords(others.join(' ')));
  const nameWords = foldWords(name);
  return {
    key: listKey(name, id),
    name,
    country: sightings[0]?.country ?? '',
    type: institutions.find(({ type }) => type !== 'bank')?.type ?? 'bank',
    rails: `,${rails.filter((rail) => sightings.some((one) => one.rail === rail)).join(',')},`,
    bic,
    codes: codes.map(({ scheme, value }) => `${scheme}:${value}`).join(','),
    words: [...words]
      .filter((word) => !nameWords.includes(word))
      .map((word) => `-${word}`)
      .join(''),
  };
}

/** The key of an institution in the table institution. */
export function listKey(name: string, id: string): string {
  return `-${foldWords(name).join('-')}!${id}`;
}

/** Alternative spellings of a name: `Cooperative` for `Co-operative`, `IM` for `I&M`, `Divoire` for `d'Ivoire`. */
function joined(name: string): string {
  return name.replaceAll(/(?<=\p{L})(?:[-'’.]|\s?&\s?)(?=\p{L})/gu, '');
}

/** Each code once, and the BIC of the head office. */
function codesOf(institutions: Institution[]): Institution['codes'] {
  const codes = institutions.flatMap((institution) => institution.codes);
  const bics = codes.filter(({ scheme }) => scheme === 'bic').map(({ value }) => `bic:${value.slice(0, 8)}`);
  const others = codes
    .filter(({ scheme }) => scheme !== 'bic')
    .map(({ scheme, value }) => `${scheme}:${value}`);
  const distinct = [...new Set(others)].slice(0, listedCodes);
  return [...distinct, ...new Set(bics)].map((code) => {
    const [scheme = '', value = ''] = code.split(':');
    return { scheme, value };
  });
}
