import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstitutionType } from '#contract/identify.ts';
import type { ManifestSource } from '../data/manifest.ts';
import { unpackWheel } from './packages.ts';
import { tellingWords } from './same-bank.ts';
import { usualCapitals } from './usual-capitals.ts';

const versions = { 'nigeria-banks': '0.1.8', 'banklist-ng': '0.0.1', 'py-nuban': '0.2.0' };
const files = {
  'nigeria-banks': 'nigeria_banks/database/db.py',
  'banklist-ng': 'banklist_ng/banks data.json',
  'py-nuban': 'py_nuban/banks.py',
} as const;
/** The files that were read, so that each package is downloaded once. */
const texts = new Map<string, string>();
const all = Object.entries(versions)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ');

/** Codes of NIBSS Instant Payment, as lists of payment companies have them. All three packages are under the MIT licence. */
export const nipSources: Record<string, ManifestSource> = {
  nip: {
    name: `Codes of NIBSS Instant Payment on which two of these agree: ${all}`,
    licence: 'MIT',
    as_of: '2024-03-01',
    url: 'https://pypi.org/project/nigeria-banks/',
  },
  'nip-one': {
    name: `Codes of NIBSS Instant Payment that one of these has, or about which they contradict each other: ${all}`,
    licence: 'MIT',
    as_of: '2024-03-01',
    url: 'https://pypi.org/project/nigeria-banks/',
    unconfirmed: true,
  },
};

/** A code of six digits, and what the lists call its institution. */
export interface NipCode {
  code: string;
  name: string;
  type: InstitutionType;
  /** The key of its source: `nip` if two lists agree and none names another. */
  source: string;
}

/** Accounts of systems, not of institutions. */
const noInstitution = /^(?:010101|2880|3240|9990|9993|9999)/;
const kinds: readonly [RegExp, InstitutionType][] = [
  [/^(?:000|06|40|12)/, 'bank'],
  [/^(?:100024|100028)/, 'bank'],
  [/^100/, 'mobile_money'],
  [/^11/, 'payment_provider'],
];
/** Words that the lists write in several ways, and that do not tell institutions apart. */
const kindWords =
  /\b(?:plc|ltd|limited|nigeria|mfb|mfbank|micro-?finanace|micro-?finance|mortgage|mifb|bank|bak|company|of|and|the|amp)\b/gi;

/** Every code that one of the lists has. */
export function nipCodes(): NipCode[] {
  const lists = [nigeriaBanks(), pyNuban(), banklist()];
  const named = Map.groupBy(lists.flat(), ({ code }) => code);
  return [...named]
    .filter(([code]) => !noInstitution.test(code))
    .map(([code, entries]) => {
      const names = entries.map(({ name }) => name);
      const isAgreed = names.length > 1 && names.every((name) => isAlike(name, names[0] ?? ''));
      return { code, name: names[0] ?? '', type: typeOf(code, names), source: isAgreed ? 'nip' : 'nip-one' };
    });
}

/** A code of three or five digits that lists use for the institution of a code on NIP. */
interface OtherCode {
  code: string;
  nip: string;
  name: string;
  /** The key of its source: `nip` if two lists agree. */
  source: string;
}

/** Codes of three or five digits that one list or several have, and that none gives to another institution. */
export function codesBesideNip(): OtherCode[] {
  const found = [
    ...triples(
      'nigeria-banks',
      /"bank_code": "(?<nip>\d{6})",\s*"cbn_code": "(?<code>\d{3}|\d{5})",\s*"name": "(?<name>[^"]+)"/g,
    ),
    ...triples(
      'py-nuban',
      /"name": "(?<name>[^"]+)",[^}]*?"code": "(?<code>\d{3}|\d{5})",\s*"nibss_bank_code": "(?<nip>\d{6})"/g,
    ),
    ...triples(
      'banklist-ng',
      /"name": "(?<name>[^"]+)",\s*"nipCode": "(?<nip>\d{6})",[^}]*?"code": "(?<code>\d{3}|\d{5})"/g,
    ),
  ];
  return [...Map.groupBy(found, ({ code }) => code).values()].flatMap(([one, ...others]) => {
    if (one === undefined || !others.every(({ name }) => isAlike(name, one.name))) return [];
    const isAgreed = others.length > 0 && others.every(({ nip }) => nip === one.nip);
    // Those that begin with zero are of commercial banks. What one list has there contradicts the central bank.
    if (!isAgreed && one.code.startsWith('0')) return [];
    return [{ ...one, source: isAgreed ? 'nip' : 'nip-one' }];
  });
}

/** Whether two names are spellings of one: one has all words of the other that tell institutions apart, or their first letters. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)].toSorted((x, y) => x.length - y.length);
  if (a === undefined || b === undefined || a.length === 0) return false;
  const initials = b.map((word) => word.charAt(0)).join('');
  const run = b.join('');
  return (
    a.every((word) => b.some((each) => each.startsWith(word.slice(0, 5))) || initials.startsWith(word)) ||
    run === a.join('')
  );
}

/** Whether two names are those of one institution: the same words but for its legal form and kind. A mortgage bank is another one. */
export function isSameInstitution(one: string, other: string): boolean {
  const isMortgage = (name: string) => /mortgage/i.test(name);
  const [a, b] = [wordsOf(one).toSorted().join(' '), wordsOf(other).toSorted().join(' ')];
  return a !== '' && a === b && isMortgage(one) === isMortgage(other);
}

function wordsOf(name: string): string[] {
  const plain = name.replaceAll('&amp;', '&').replaceAll(kindWords, ' ');
  return tellingWords(plain).map((word) => word.toLowerCase());
}

function typeOf(code: string, names: readonly string[]): InstitutionType {
  if (code.startsWith('09') && names.some((name) => /mortgage|savings/i.test(name))) return 'bank';
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1];
  if (kind !== undefined) return kind;
  return names.some((name) => /mortgage|building/i.test(name)) ? 'bank' : 'microfinance';
}

function triples(list: keyof typeof versions, pattern: RegExp) {
  return [...read(list).matchAll(pattern)].map(({ groups = {} }) => {
    const { code = '', nip = '', name = '' } = groups;
    return { code, nip, name: name.replaceAll('&amp;', '&') };
  });
}

function nigeriaBanks() {
  const text = read('nigeria-banks');
  return pairs(text, /"bank_code": "(\d{6})",\s*"cbn_code": "[^"]*",\s*"name": "([^"]+)"/g);
}

function pyNuban() {
  const text = read('py-nuban');
  const found = text.matchAll(/"name": "([^"]+)",[^}]*?"nibss_bank_code": "(\d{6})"/g);
  return [...found].map(([, name = '', code = '']) => ({ code, name: name.replaceAll('&amp;', '&') }));
}

function banklist() {
  const rows = JSON.parse(read('banklist-ng')) as {
    name: string;
    nipCode?: string;
  }[];
  return rows
    .filter(({ nipCode = '' }) => /^\d{6}$/.test(nipCode))
    .map(({ name, nipCode = '' }) => ({
      code: nipCode,
      name: name === name.toUpperCase() ? usualCapitals(name) : name,
    }));
}

function pairs(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([, code = '', name = '']) => ({ code, name }));
}

function read(name: keyof typeof versions): string {
  const text = texts.get(name) ?? readFileSync(join(unpackWheel(name, versions[name]), files[name]), 'utf8');
  texts.set(name, text);
  return text;
}
