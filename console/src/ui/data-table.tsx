import type { ReactNode } from 'react';
import type { List } from '../api/use-list.ts';
import { Card } from './card.tsx';
import type { CsvColumn } from './csv-of.ts';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonLines } from './skeleton.tsx';
import type { HeadOrder } from './sort-head.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { type RowProps, TableBody } from './table/body.tsx';
import type { Column, RowLink } from './table/column.ts';
import { TableFoot } from './table/foot.tsx';
import { TableHead } from './table/head.tsx';
import { useRowWindow } from './table/use-row-window.ts';
import { useSortedRows } from './use-sorted-rows.ts';

export type { Column, RowLink };

/**
 * A collection as a table that scrolls through all its pages: it renders only the rows in view, and reads the next page
 * when its end comes near. `link` makes rows links to what they list.
 */
export function DataTable<Item>({
  list,
  columns,
  label,
  empty,
  furtherInFile = [],
  served = {},
  ...rows
}: RowProps<Item> & {
  list: List<Item>;
  /** Name of the table. */
  label: string;
  empty: ReactNode;
  /** Columns that only the file has. */
  furtherInFile?: CsvColumn<Item>[];
  /** The columns by which the API sorts, by their names. By what else a file has, rows are sorted once all of them are read. */
  served?: Readonly<Record<string, HeadOrder>>;
}) {
  const { loading, hasMore, error } = list;
  const { sorted, headOf } = useSortedRows(list.items, columns);
  const items = hasMore ? list.items : sorted;
  const { scroller, ...rowWindow } = useRowWindow(items.length, list);
  if (loading)
    return (
      <Card className="p-6">
        <SkeletonLines lines={6} />
      </Card>
    );
  if (items.length === 0) {
    if (error !== null && list.staleSince === undefined)
      return <ErrorNotice error={error} onRetry={list.refetch} />;
    return (
      <>
        <StaleNotice list={list} />
        <Card>{empty}</Card>
      </>
    );
  }
  const inFile = [
    ...columns.flatMap(({ name, csv }) => (csv === undefined ? [] : [{ name, csv }])),
    ...furtherInFile,
  ];
  const orderOf = ({ name, csv }: Column<Item>): HeadOrder | undefined =>
    served[name] ?? (hasMore || csv === undefined ? undefined : headOf(name));
  return (
    <>
      <StaleNotice list={list} />
      <Card className="overflow-hidden">
        <div
          ref={scroller}
          // Firefox and readers scroll it by keyboard only if it can be focused.
          tabIndex={0}
          role="region"
          aria-label={label}
          className="max-h-[calc(100dvh-14rem)] min-h-40 overflow-auto [overflow-anchor:none]"
        >
          <table className="w-full text-left text-sm" aria-rowcount={hasMore ? -1 : items.length + 1}>
            <TableHead columns={columns} orderOf={orderOf} />
            <TableBody items={items} window={rowWindow} columns={columns} {...rows} />
          </table>
          <TableFoot list={list} label={label} inFile={inFile} />
        </div>
      </Card>
    </>
  );
}
