import { setImmediate as nextTurn } from 'node:timers/promises';
import { rails } from '#contract/rail.ts';
import type { Row } from '../data/table.ts';
import type { IdentifyData, tableColumns } from '../data/tables.ts';
import { foldWords } from '../fold-words.ts';
import type { ImportedInstitutions } from '../imported-institutions.ts';
import { idOf } from '../to-bank.ts';
import { sizeOf, sizesOfBanks } from './bank-sizes.ts';
import { largeBanks } from './large-banks.ts';
import { commonName, joinedName, searchWords } from './search-words.ts';
import { SortedTerms } from './sorted-terms.ts';
import { type Spellings, spellingsOf } from './typos.ts';

type InstitutionRow = Row<(typeof tableColumns.institution)[number]>;

/** How many rows are read before others have their turn: a few milliseconds of work. */
const rowsAtOnce = 200;

/**
 * A table of institutions, ready to be searched. Rows have numbers in the order of their keys, and everything about them is in arrays by
 * these, so a search reads only the rows that it shows.
 */
export interface BankIndex {
  table: IdentifyData['institution'];
  /** Where the line of each row is. */
  positions: Uint32Array;
  /** The size of each, as in ./bank-sizes.ts. */
  sizes: Uint16Array;
  /** The country of each: two letters as a number. */
  countries: Uint16Array;
  /** The rails of each, a bit for each. */
  rails: Uint16Array;
  /** For each, the row that stands for its bank, which has the most codes. */
  mains: Uint32Array;
  /** Whole names and short names, joined. */
  names: SortedTerms;
  /** Words of names and short names. */
  words: SortedTerms;
  /** Words of towns and of other names. */
  otherWords: SortedTerms;
  /** Bank codes and BICs. */
  codes: SortedTerms;
  /** Which of the words may have been meant by another one. */
  spellings: Spellings;
}

/** A country as {@link BankIndex} has it. */
export function countryNumber(country: string): number {
  return country.charCodeAt(0) * 256 + country.charCodeAt(1);
}

/** Rails as {@link BankIndex} has them. */
export function railBits(names: readonly string[]): number {
  return rails.reduce((bits, rail, at) => (names.includes(rail) ? bits | (1 << at) : bits), 0);
}

const indexes = new WeakMap<object, Promise<BankIndex>>();
const hidden = new WeakMap<ImportedInstitutions, Promise<Uint8Array>>();

/** The index of the built-in institutions. It is built at the first search, in turns: about a second of work. */
export function builtInIndex(data: IdentifyData): Promise<BankIndex> {
  return once(indexes, data.institution, () => indexBanks(data.institution, data));
}

/** The index of imported institutions, which is built at the first search after the import. */
export function importedIndex(imported: ImportedInstitutions, data: IdentifyData): Promise<BankIndex> {
  return once(indexes, imported, () => indexBanks(imported.table, data));
}

/** 1 for each row of the built-in index that the imported ones replace. */
export function hiddenRows(index: BankIndex, imported: ImportedInstitutions): Promise<Uint8Array> {
  return once(hidden, imported, async () => {
    const rows = new Uint8Array(index.positions.length);
    for (const [number, position] of index.positions.entries()) {
      if (imported.ids.has(idOf(index.table.at(position)))) rows[number] = 1;
      if (number % rowsAtOnce === 0) await nextTurn();
    }
    return rows;
  });
}

/** How many rows of an index have this key or a lesser one. */
export function rowsUpTo({ table, positions }: BankIndex, key: string): number {
  const end = table.positionAfter(key);
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

function once<Key extends object, Made>(
  made: WeakMap<Key, Promise<Made>>,
  key: Key,
  make: () => Promise<Made>,
): Promise<Made> {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

async function indexBanks(table: IdentifyData['institution'], data: IdentifyData): Promise<BankIndex> {
  const entries = await entriesOf(table, await sizesOfBanks(data));
  const shortNames = await shortNamesOf(data);
  const terms = { names: new Terms(), words: new Terms(), otherWords: new Terms(), codes: new Terms() };
  for (const [number, { position, bank }] of entries.entries()) {
    const row = table.at(position);
    for (const name of [row.name, ...(shortNames.get(idOf(row)) ?? []), ...bank.names]) {
      terms.names.add(joinedName(name), number);
      terms.names.add(commonName(name), number);
      for (const word of searchWords(name)) terms.words.add(word, number);
    }
    for (const word of searchWords(row.words)) if (!/\d/.test(word)) terms.otherWords.add(word, number);
    for (const code of codesOf(row)) terms.codes.add(code, number);
    if (number % rowsAtOnce === 0) await nextTurn();
  }
  const words = await SortedTerms.of(terms.words.numbers);
  return {
    ...(await columnsOf(entries)),
    table,
    names: await SortedTerms.of(terms.names.numbers),
    words,
    otherWords: await SortedTerms.of(terms.otherWords.numbers),
    codes: await SortedTerms.of(terms.codes.numbers),
    spellings: await spellingsOf(words, nextTurn),
  };
}

interface Entry {
  position: number;
  codes: number;
  country: number;
  rails: number;
  bank: OneBank;
}

/** What the rows of one bank have in common. */
interface OneBank {
  /** The number of the row that has the most codes. */
  main: number;
  codes: number;
  /** What people call it, if it is one of the largest. */
  names: readonly string[];
  isLarge: boolean;
}

/** The rows of a table, in the order of their keys. */
async function entriesOf(
  table: IdentifyData['institution'],
  sizes: ReadonlyMap<string, number>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const banks = new Map<string, OneBank>();
  for (const [position, row] of table.located()) {
    const number = entries.length;
    const id = idOf(row);
    const codes = sizes.get(id) ?? row.codes.split(',').length;
    const key = keyOfBank(id, row);
    const bank = banks.get(key) ?? { main: number, codes, names: [], isLarge: false };
    banks.set(key, bank);
    if (codes > bank.codes) Object.assign(bank, { main: number, codes });
    const names = largeBank(id, row.bic);
    if (names !== undefined) Object.assign(bank, { names, isLarge: true });
    const rails = railBits(row.rails.split(','));
    entries.push({ position, codes, country: countryNumber(row.country), rails, bank });
    if (entries.length % rowsAtOnce === 0) await nextTurn();
  }
  return entries;
}

/** The facts of rows in arrays, filled in turns. */
async function columnsOf(
  entries: readonly Entry[],
): Promise<Pick<BankIndex, 'positions' | 'sizes' | 'countries' | 'rails' | 'mains'>> {
  const { length } = entries;
  const columns = {
    positions: new Uint32Array(length),
    sizes: new Uint16Array(length),
    countries: new Uint16Array(length),
    rails: new Uint16Array(length),
    mains: new Uint32Array(length),
  };
  for (const [number, { position, codes, country, rails, bank }] of entries.entries()) {
    columns.positions[number] = position;
    columns.sizes[number] = sizeOf(codes, bank.isLarge);
    columns.countries[number] = country;
    columns.rails[number] = rails;
    columns.mains[number] = bank.main;
    if (number % 5000 === 0) await nextTurn();
  }
  return columns;
}

class Terms {
  readonly numbers = new Map<string, number[]>();

  add(term: string, number: number): void {
    const numbers = this.numbers.get(term);
    if (numbers === undefined) this.numbers.set(term, [number]);
    else if (numbers.at(-1) !== number) numbers.push(number);
  }
}

/**
 * The same for all rows of one bank: the country, the name without its legal form, and the first four letters of the BIC or the IFSC,
 * which are the bank's. Where these are of a network, whose banks have the same, each row is a bank.
 */
function keyOfBank(id: string, { name, country }: InstitutionRow): string {
  const [, party] = /^.._(?:bic|ifsc)_([a-z]{4})/.exec(id) ?? [];
  return party === undefined ? id : `${country} ${party} ${commonName(name)}`;
}

/** What people call a bank, if it is one of the largest. Other banks may have its BIC of eight characters. */
function largeBank(id: string, bic: string): readonly string[] | undefined {
  return id.includes('_bic_') || bic.length > 8 ? largeBanks[bic] : undefined;
}

function codesOf({ codes, bic, words }: InstitutionRow): string[] {
  const listed = codes.split(',').map((code) => code.slice(code.indexOf(':') + 1));
  const others = words.split('-').filter((word) => /\d/.test(word));
  return [...new Set(foldWords([...listed, bic, ...others].join(' ')))];
}

async function shortNamesOf(data: IdentifyData): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  let read = 0;
  for (const { id, short_name } of data.bank.rows()) {
    if (short_name !== '') names.set(id, [short_name]);
    read += 1;
    if (read % rowsAtOnce === 0) await nextTurn();
  }
  return names;
}
