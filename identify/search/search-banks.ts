import type { Bank } from '#contract/bank.ts';
import type { Page } from '#contract/pagination.ts';
import type { Row } from '../data/table.ts';
import type { IdentifyData, tableColumns } from '../data/tables.ts';
import type { ImportedInstitutions } from '../imported-institutions.ts';
import { listKey } from '../institution-row.ts';
import { idOf, toBank } from '../to-bank.ts';
import { type BankIndex, builtInIndex, hiddenRows, importedIndex, rowsUpTo } from './bank-index.ts';
import { holdersOfCode } from './exact-codes.ts';
import { placeOf, type Ranked, rowAt } from './place.ts';
import { isSure, rankBanks, type Wanted } from './rank-banks.ts';

/** With fewer results than this, of which none is sure, names with typos between are results as well. */
const enough = 10;

/** A result and what its place among the others follows from. */
interface Result extends Omit<Ranked, 'number'> {
  row: Row<(typeof tableColumns.institution)[number]>;
}

/** The places of the results in an index, in no order. */
interface Found {
  index: BankIndex;
  places: Float64Array;
}

/** An index, and 1 for each of its rows that is no result, whatever it has. */
interface Searched {
  index: BankIndex;
  hidden?: Uint8Array;
}

/**
 * Institutions that a text may mean, the likeliest first: those whose code or BIC it is, those whose name or short name begins so,
 * those that have each of its words or one that begins so, and, if none is sure, those that have them with typos between. Among
 * equals the larger ones come first. One bank has one row.
 * @param ids only institutions with one of these ids
 * @param after `next` of the previous page: the score, the size and the key of its last row, whose place stays the same if
 *   others come or go
 */
export async function searchBanks(
  data: IdentifyData,
  wanted: Wanted,
  { limit, after, ids }: { limit: number; after?: string | undefined; ids?: readonly string[] | undefined },
  imported: ImportedInstitutions,
): Promise<Page<Bank, string>> {
  const searched = await indexesOf(data, imported);
  const exact = holdersOfCode(wanted.q, data).map(({ id, name }) => listKey(name, id));
  let results = await resultsIn(searched, wanted, { exact, typos: false });
  if (!suffice(results)) results = await resultsIn(searched, wanted, { exact, typos: true });
  const page = results
    .flatMap(({ index, places }) => firstAfter(index, places, { after: readPlace(after), limit, ids }))
    .toSorted(byPlace);
  const items = page.slice(0, limit);
  return {
    items: items.map(({ row }) => toBank(row, data)),
    next: page.length > limit ? writePlace(items.at(-1)) : null,
  };
}

/** Whether there are many results, or one that has the whole text as it is. */
function suffice(results: readonly Found[]): boolean {
  const count = results.reduce((sum, { places }) => sum + places.length, 0);
  return count >= enough || results.some(({ places }) => places.some((place) => isSure(rowAt(place).score)));
}

async function indexesOf(data: IdentifyData, imported: ImportedInstitutions): Promise<Searched[]> {
  const builtIn = await builtInIndex(data);
  if (imported.ids.size === 0) return [{ index: builtIn }];
  const hidden = await hiddenRows(builtIn, imported);
  return [{ index: await importedIndex(imported, data) }, { index: builtIn, hidden }];
}

async function resultsIn(
  searched: readonly Searched[],
  wanted: Wanted,
  { exact, typos }: { exact: readonly string[]; typos: boolean },
): Promise<Found[]> {
  const results: Found[] = [];
  for (const { index, hidden } of searched) {
    const numbers = exact.flatMap((key) => {
      const number = rowsUpTo(index, key) - 1;
      return number >= 0 && keyAt(index, number) === key ? [number] : [];
    });
    results.push({ index, places: await rankBanks(index, wanted, numbers, { typos, hidden }) });
  }
  return results;
}

/** The first results after a place, one more than the limit. */
function firstAfter(
  index: BankIndex,
  places: Float64Array,
  {
    after,
    limit,
    ids,
  }: {
    after: (Omit<Result, 'row'> & { key: string }) | undefined;
    limit: number;
    ids: readonly string[] | undefined;
  },
): Result[] {
  const from = after === undefined ? 0 : placeOf({ ...after, number: rowsUpTo(index, after.key) });
  const results: Result[] = [];
  for (const place of places.filter((one) => one >= from).toSorted()) {
    if (results.length > limit) break;
    const { number, ...rank } = rowAt(place);
    const row = index.table.at(index.positions[number] ?? 0);
    if (ids === undefined || ids.includes(idOf(row))) results.push({ ...rank, row });
  }
  return results;
}

function keyAt(index: BankIndex, number: number): string {
  return index.table.at(index.positions[number] ?? 0).key;
}

function byPlace(one: Result, other: Result): number {
  return one.score - other.score || other.size - one.size || (one.row.key < other.row.key ? -1 : 1);
}

function writePlace(last: Result | undefined): string | null {
  return last === undefined ? null : [last.score, last.size, last.row.key].join(' ');
}

/** A position that is none, such as one of the list by name, is the beginning. */
function readPlace(text = ''): (Omit<Result, 'row'> & { key: string }) | undefined {
  const [, score, size, key] = /^(\d{1,5}) (\d{1,5}) (.+)$/s.exec(text) ?? [];
  return key === undefined ? undefined : { score: Number(score), size: Number(size), key };
}
