import type { CsvValue } from '#contract/words/csv.ts';
import { locale } from '../text/locale.ts';

export type Direction = 'ascending' | 'descending';

const collator = new Intl.Collator(locale, { numeric: true });

/** Rows by a value of theirs. Equal ones stay in order. */
export function sortedBy<Item>(
  rows: readonly Item[],
  valueOf: (item: Item) => CsvValue,
  direction: Direction,
): Item[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted((a, b) =>
      isAbsent(a.value) || isAbsent(b.value)
        ? Number(isAbsent(a.value)) - Number(isAbsent(b.value))
        : sign * compared(a.value, b.value),
    )
    .map(({ row }) => row);
}

const isAbsent = (value: CsvValue): boolean => value === undefined || value === '';

function compared(a: CsvValue, b: CsvValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}
