import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { Bank, BankFilter } from '#contract/bank.ts';
import type { Page } from '#contract/pagination.ts';
import type { Rail } from '#contract/rail.ts';
import type { Row } from './data/table.ts';
import type { IdentifyData, tableColumns } from './data/tables.ts';
import { foldWords } from './fold-words.ts';
import { listKey } from './institution-row.ts';
import { findBank } from './known-bank.ts';
import { type ImportedInstitutions, noImports } from './imported-institutions.ts';
import { searchBanks } from './search/search-banks.ts';
import { idOf, toBank } from './to-bank.ts';

/** A row, or undefined where a search lets others have their turn. */
type Found = InstitutionRow | undefined;
type InstitutionRow = Row<(typeof tableColumns.institution)[number]>;

/**
 * Institutions of all rails, each once: those of the table institution, which is generated from all others, and imported
 * ones. They come by name, or with `q` as {@link searchBanks} ranks them.
 * @param after `next` of the previous page: the place of its last row, which it keeps when others are added or removed
 */
export async function listBanks(
  data: IdentifyData,
  { country, rail, q = '', id }: BankFilter,
  limit: number,
  after?: string,
  imported: ImportedInstitutions = noImports,
): Promise<Page<Bank, string>> {
  const { institution } = data;
  const ids = id === undefined ? [] : idsOf(id, data);
  if (foldWords(q).length > 0) {
    const page = { limit, after, ids: id === undefined ? undefined : ids };
    return await searchBanks(data, { q, country, rail }, page, imported);
  }
  const texts = [
    ...(country === undefined ? [] : [`\t${country}\t`]),
    ...(rail === undefined ? [] : [`,${rail},`]),
  ];
  const found: InstitutionRow[] = [];
  const shown = (row: InstitutionRow) => toBank(row, data);
  const builtIn = id === undefined ? institution.rowsHolding(texts, after) : rowsWith(ids, data, after);
  for (const row of inOrder(imported.table.rowsHolding(texts, after), notIn(imported.ids, builtIn))) {
    if (row === undefined) await yieldToOthers();
    if (row === undefined || !matches(row, country, rail)) continue;
    if (id !== undefined && !ids.includes(idOf(row))) continue;
    if (found.length === limit) return { items: found.map(shown), next: found.at(-1)?.key ?? null };
    found.push(row);
  }
  return { items: found.map(shown), next: null };
}

/** The institution with an id, and those that had it before. */
function idsOf(id: string, data: IdentifyData): readonly string[] {
  const now = data.replaced_id.find(id)?.now ?? '';
  return [...new Set([id, ...now.split(',').filter((one) => one !== '')])];
}

/** The rows with these ids, in the order of the keys. A bank's name makes its key, and others are searched for. */
function* rowsWith(ids: readonly string[], data: IdentifyData, after = ''): Generator<Found> {
  const rows: InstitutionRow[] = [];
  for (const id of ids) {
    const name = findBank(id, data)?.row.name;
    if (name === undefined) {
      for (const row of data.institution.rowsHolding([`!${id}\t`])) {
        if (row === undefined) yield row;
        else rows.push(row);
      }
    } else {
      const row = data.institution.find(listKey(name, id));
      if (row !== undefined) rows.push(row);
    }
  }
  const later = rows.filter(({ key }) => key > after);
  yield* later.toSorted((a, b) => (a.key < b.key ? -1 : 1));
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
function matches(row: InstitutionRow, country: string | undefined, rail: Rail | undefined) {
  return (
    (country === undefined || row.country === country) &&
    (rail === undefined || row.rails.includes(`,${rail},`))
  );
}
