import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bank, BankFilter } from '#contract/bank.ts';
import type { Page } from '#contract/pagination.ts';
import type { Rail } from '#contract/rail.ts';
import type { Row } from './data/table.ts';
import type { IdentifyData, tableColumns } from './data/tables.ts';
import { foldWords } from './fold-words.ts';
import { type ImportedInstitutions, noImports } from './imported-institutions.ts';
import { idOf, toBank } from './to-bank.ts';

/** A row, or undefined where a search lets others have their turn. */
type Found = InstitutionRow | undefined;
type InstitutionRow = Row<(typeof tableColumns.institution)[number]>;

/**
 * Institutions of all rails by name, each once: those of the table institution, which is generated from all others, and
 * imported ones. `q` ignores case, accents and the order of words. Each of its words must be the beginning of a word in
 * the name, the short name or a code.
 * @param after `next` of the previous page: the key of its last row, which keeps its position when others are added or
 *   removed
 */
export async function listBanks(
  { institution }: IdentifyData,
  { country, rail, q = '' }: BankFilter,
  limit: number,
  after?: string,
  imported: ImportedInstitutions = noImports,
): Promise<Page<Bank, string>> {
  const words = foldWords(q).map((word) => `-${word}`);
  // The rarest texts first: these are searched everywhere, and the others only where these were found.
  const texts = [
    ...(country === undefined ? [] : [`\t${country}\t`]),
    ...words.toSorted((a, b) => b.length - a.length),
    ...(rail === undefined ? [] : [`,${rail},`]),
  ];
  const found: InstitutionRow[] = [];
  const builtIn = institution.rowsHolding(texts, after);
  for (const row of inOrder(imported.table.rowsHolding(texts, after), notIn(imported.ids, builtIn))) {
    if (row === undefined) await nextTurn();
    if (row === undefined || !matches(row, country, rail, words)) continue;
    if (found.length === limit) return { items: found.map(toBank), next: found.at(-1)?.key ?? null };
    found.push(row);
  }
  return { items: found.map(toBank), next: null };
}

/** Leaves out built-in institutions that were also imported. */
function* notIn(ids: ReadonlySet<string>, rows: Iterable<Found>): Generator<Found> {
  for (const row of rows) if (row === undefined || !ids.has(idOf(row))) yield row;
}

/** Merges two lists that are sorted by key. Reads no more of them than needed. */
function* inOrder(one: Iterator<Found>, other: Iterator<Found>): Generator<Found> {
  let [a, b] = [one.next(), other.next()];
  while (a.done !== true || b.done !== true) {
    if (b.done === true || (a.done !== true && (a.value?.key ?? '') < (b.value?.key ?? ''))) {
      yield a.value;
      a = one.next();
    } else {
      yield b.value;
      b = other.next();
    }
  }
}

/** The texts may have been found in other cells. */
function matches(row: InstitutionRow, country: string | undefined, rail: Rail | undefined, words: string[]) {
  const [name] = row.key.split('!');
  return (
    (country === undefined || row.country === country) &&
    (rail === undefined || row.rails.includes(`,${rail},`)) &&
    words.every((word) => `${name}${row.words}`.includes(word))
  );
}
