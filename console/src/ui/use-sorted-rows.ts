import { useMemo, useState } from 'react';
import type { CsvValue } from '#contract/csv.ts';
import { locale } from '../text/locale.ts';
import type { Direction } from './sort-head.tsx';

/** A column of rows that can be sorted by what a file has of it. */
interface SortableColumn<Item> {
  name: string;
  csv?: (item: Item) => CsvValue;
}

interface Order {
  name: string;
  direction: Direction;
}

const collator = new Intl.Collator(locale, { numeric: true });

/**
 * Rows in the order that a person has chosen by the heads of their columns: numbers by their size, texts as in a dictionary, and
 * what is absent last. In their own order until one is chosen.
 */
export function useSortedRows<Item>(rows: readonly Item[], columns: readonly SortableColumn<Item>[]) {
  const [order, setOrder] = useState<Order>();
  const valueOf = columns.find(({ name }) => name === order?.name)?.csv;
  const direction = order?.direction;
  const sorted = useMemo(
    () => (valueOf === undefined || direction === undefined ? rows : sortedBy(rows, valueOf, direction)),
    [rows, valueOf, direction],
  );
  return {
    sorted,
    /** What the head of a column needs. */
    headOf: (name: string) => ({
      direction: order?.name === name ? order.direction : undefined,
      onSort: () =>
        setOrder({
          name,
          direction: order?.name === name && order.direction === 'ascending' ? 'descending' : 'ascending',
        }),
    }),
  };
}

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
