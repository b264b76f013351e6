import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { rails } from '#contract/rail.ts';
import type { Row } from '../data/table.ts';
import type { IdentifyData, tableColumns } from '../data/tables.ts';
import { foldWords } from '../fold-words.ts';
import type { ImportedInstitutions } from '../imported-institutions.ts';
import { idOf } from '../to-bank.ts';
import { sizeOf, sizesOfBanks } from './bank-sizes.ts';
import { largeBanks } from './large-banks.ts';
import { commonName, searchWords } from './search-words.ts';
import { CollectedTerms, SortedTerms } from './sorted-terms.ts';
import { type Spellings, spellingsOf } from './typos.ts';

type InstitutionRow = Row<(typeof tableColumns.institution)[number]>;

/** How many rows are read before others have their turn: a few milliseconds of work. */
const rowsAtOnce = 100;

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
      if (number % rowsAtOnce === 0) await yieldToOthers();
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
  const { banks, ...columns } = await columnsOf(table, await sizesOfBanks(data));
  const shortNames = await shortNamesOf(data);
  const names = new CollectedTerms();
  const words = new CollectedTerms();
  const otherWords = new CollectedTerms();
  const codes = new CollectedTerms();
  for (const [number, position] of columns.positions.entries()) {
    const row = table.at(position);
    // The row that stands for the bank is found by the names of its other rows as well, which are not shown.
    const found = new Set([number, banks.mainOf(number)]);
    for (const name of [row.name, ...(shortNames.get(idOf(row)) ?? []), ...banks.namesOf(number)]) {
      const nameWords = searchWords(name);
      for (const one of found) {
        names.add(nameWords.join(''), one);
        names.add(commonName(name), one);
        for (const word of nameWords) words.add(word, one);
      }
    }
    for (const word of searchWords(row.words)) if (!/\d/.test(word)) otherWords.add(word, number);
    for (const code of codesOf(row)) codes.add(code, number);
    if (number % rowsAtOnce === 0) await yieldToOthers();
  }
  const sorted = await SortedTerms.of(words);
  return {
    ...columns,
    table,
    names: await SortedTerms.of(names),
    words: sorted,
    otherWords: await SortedTerms.of(otherWords),
    codes: await SortedTerms.of(codes),
    spellings: await spellingsOf(sorted, yieldToOthers),
  };
}

/** The facts of all rows, in the order of their keys. */
async function columnsOf(
  table: IdentifyData['institution'],
  sizes: ReadonlyMap<string, number>,
): Promise<
  Pick<BankIndex, 'positions' | 'sizes' | 'countries' | 'rails' | 'mains'> & { banks: OneBankEach }
> {
  const positions: number[] = [];
  const countries: number[] = [];
  const rails: number[] = [];
  const banks = new OneBankEach();
  for (const [position, row] of table.located()) {
    const id = idOf(row);
    positions.push(position);
    countries.push(countryNumber(row.country));
    rails.push(railBits(row.rails.split(',')));
    const codes = sizes.get(id) ?? row.codes.split(',').length;
    banks.add(keyOfBank(id, row), codes, largeBank(id, row.bic));
    if (positions.length % rowsAtOnce === 0) await yieldToOthers();
  }
  return {
    positions: Uint32Array.from(positions),
    countries: Uint16Array.from(countries),
    rails: Uint16Array.from(rails),
    sizes: Uint16Array.from(positions, (_, number) => banks.sizeOf(number)),
    mains: Uint32Array.from(positions, (_, number) => banks.mainOf(number)),
    banks,
  };
}

/** Which rows are of one bank, and what these have in common. Numbers in arrays, because objects for all rows would have to be copied. */
class OneBankEach {
  readonly #banks = new Map<string, number>();
  /** The bank of each row, and the number of its codes. */
  readonly #bankOf: number[] = [];
  readonly #codesOf: number[] = [];
  /** The row with the most codes, for each bank. */
  readonly #mainOf: number[] = [];
  /** The usual names of the largest banks. */
  readonly #namesOf = new Map<number, readonly string[]>();

  /** Adds the next row. */
  add(key: string, codes: number, names: readonly string[] | undefined): void {
    const number = this.#bankOf.length;
    const bank = this.#banks.get(key) ?? this.#banks.size;
    this.#banks.set(key, bank);
    this.#bankOf.push(bank);
    this.#codesOf.push(codes);
    const main = this.#mainOf[bank];
    if (main === undefined || codes > (this.#codesOf[main] ?? 0)) this.#mainOf[bank] = number;
    if (names !== undefined) this.#namesOf.set(bank, names);
  }

  mainOf(number: number): number {
    return this.#mainOf[this.#bankOf[number] ?? 0] ?? number;
  }

  /** The usual names of the bank of a row, if it is one of the largest. */
  namesOf(number: number): readonly string[] {
    return this.#namesOf.get(this.#bankOf[number] ?? 0) ?? [];
  }

  sizeOf(number: number): number {
    return sizeOf(this.#codesOf[number] ?? 0, this.#namesOf.has(this.#bankOf[number] ?? 0));
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

/** The usual names of a bank, if it is one of the largest. Other banks may share its BIC of eight characters. */
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
    if (read % rowsAtOnce === 0) await yieldToOthers();
  }
  return names;
}
