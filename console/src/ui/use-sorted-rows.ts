import { useMemo, useState } from 'react';
import type { CsvValue } from '#contract/words/csv.ts';
import { type Direction, sortedBy } from './sorted-by.ts';

/** A column of rows that can be sorted by what a file has of it. */
interface SortableColumn<Item> {
  name: string;
  csv?: (item: Item) => CsvValue;
}

interface Order {
  name: string;
  direction: Direction;
}

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
    /** The props of a column's head. */
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
