import { Link, type LinkProps } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { List } from '../api/use-list.ts';
import type { CsvColumn } from './csv-of.ts';
import { CsvButton } from './csv-button.tsx';
import { Card } from './card.tsx';
import { classes } from './classes.ts';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonLines } from './skeleton.tsx';
import { type HeadOrder, SortHead } from './sort-head.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { useSortedRows } from './use-sorted-rows.ts';
import { locale } from '../text/locale.ts';

/** Where a row leads. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** A column of a {@link DataTable}. */
export interface Column<Item> {
  name: string;
  /** Default: the name. */
  title?: ReactNode;
  cell: (item: Item) => ReactNode;
  /** The width from which it is shown. Default: always. */
  from?: 'sm' | 'md' | 'lg';
  className?: string;
  /** Its value in a file. Default: it is not in it. */
  csv?: (item: Item) => string | number | undefined;
}

const shownFrom = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' };
/** In pixels, until a row is there. */
const assumedHeight = 45;
/** The first row shares a border with the head, so it is not as high as the others. */
const measuredRow = 1;

/**
 * A collection as a table that scrolls through all its pages: it renders only the rows in view, and reads the next page
 * when its end comes near. `link` makes rows links to what they list; `onOpen` opens what has no page of its own, by a click or
 * Enter.
 */
export function DataTable<Item>({
  list,
  columns,
  rowKey,
  link,
  onOpen,
  label,
  empty,
  furtherInFile = [],
  served = {},
}: {
  list: List<Item>;
  columns: Column<Item>[];
  rowKey: (item: Item) => string;
  link?: (item: Item) => RowLink;
  onOpen?: (item: Item) => void;
  /** What the table lists. */
  label: string;
  empty: ReactNode;
  /** What a file has besides the columns. */
  furtherInFile?: CsvColumn<Item>[];
  /** The columns by which the API sorts, by their names. By what else a file has, rows are sorted once all of them are read. */
  served?: Readonly<Record<string, HeadOrder>>;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { loading, loadingMore, hasMore, loadMore, error } = list;
  const { sorted, headOf } = useSortedRows(list.items, columns);
  const items = hasMore ? list.items : sorted;
  // All rows are as high as one. Measured one by one, they would move the list as they come into view.
  const [rowHeight, setRowHeight] = useState(assumedHeight);
  const measure = useCallback((row: HTMLTableRowElement | null) => {
    if (row !== null) setRowHeight(row.getBoundingClientRect().height);
  }, []);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  const virtual = rows.getVirtualItems();
  const lastShown = virtual.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasMore && !loadingMore && error === null && lastShown >= items.length - 15) loadMore();
  }, [hasMore, loadingMore, error, lastShown, items.length, loadMore]);

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
  const above = virtual[0]?.start ?? 0;
  const below = rows.getTotalSize() - (virtual.at(-1)?.end ?? 0);
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
            <thead className="sticky top-0 z-10 bg-surface">
              <tr>
                {columns.map((column) => (
                  <Head
                    key={column.name}
                    column={column}
                    order={
                      served[column.name] ??
                      (hasMore || column.csv === undefined ? undefined : headOf(column.name))
                    }
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {above > 0 && <Spacer height={above} span={columns.length} />}
              {virtual.map(({ index }) => {
                const item = items[index];
                if (item === undefined) return null;
                return (
                  <Row
                    key={rowKey(item)}
                    {...(index === measuredRow && { measure })}
                    index={index}
                    item={item}
                    columns={columns}
                    link={link}
                    onOpen={onOpen}
                  />
                );
              })}
              {below > 0 && <Spacer height={below} span={columns.length} />}
            </tbody>
          </table>
          <div className="flex items-center justify-between gap-3 py-1.5 pr-3 pl-5">
            <p className="text-xs text-muted" role="status">
              {loadingMore
                ? 'Loading more…'
                : hasMore
                  ? 'Scroll for more'
                  : `${items.length.toLocaleString(locale)} in all`}
            </p>
            {inFile.length > 0 && <CsvButton name={label} columns={inFile} pages={list.pages} />}
          </div>
          {error !== null && list.staleSince === undefined && (
            <ErrorNotice error={error} onRetry={loadMore} className="m-4" />
          )}
        </div>
      </Card>
    </>
  );
}

/** The head of a column, which sorts where the rows can be sorted by it. */
function Head<Item>({
  column: { name, title = name, from, className },
  order,
}: {
  column: Column<Item>;
  order: HeadOrder | undefined;
}) {
  const look = classes(
    'border-b px-4 py-2.5 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5',
    from && shownFrom[from],
    className,
  );
  if (order !== undefined) {
    return (
      <SortHead {...order} className={look}>
        {title}
      </SortHead>
    );
  }
  return (
    <th scope="col" className={look}>
      {title}
    </th>
  );
}

/** A row as it is: scrolling renders only the rows that come into view. */
const Row = memo(ItemRow) as typeof ItemRow;

function ItemRow<Item>({
  item,
  index,
  columns,
  link,
  onOpen,
  measure,
}: {
  item: Item;
  index: number;
  columns: Column<Item>[];
  link: ((item: Item) => RowLink) | undefined;
  onOpen: ((item: Item) => void) | undefined;
  measure?: Ref<HTMLTableRowElement>;
}) {
  // One that is shown at every width, so that a row leads on from a phone too.
  const linked = columns.find(({ from }) => from === undefined);
  const openOnEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(item);
  };
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      {...(onOpen && { 'data-row': '', tabIndex: 0, onClick: () => onOpen(item), onKeyDown: openOnEnter })}
      className={classes(
        'focus-visible:outline-offset-[-2px]',
        (onOpen ?? link) && 'cursor-pointer transition-colors hover:bg-hover',
        link && linkedRow,
      )}
    >
      {columns.map((column) => (
        <td
          key={column.name}
          className={classes(
            'border-b border-line px-4 py-2.5 align-middle whitespace-nowrap first:pl-5 last:pr-5',
            column.from && shownFrom[column.from],
            column.className,
          )}
        >
          {link !== undefined && column === linked ? (
            <Link {...link(item)} data-row className="outline-none after:absolute after:inset-0">
              {column.cell(item)}
            </Link>
          ) : (
            column.cell(item)
          )}
        </td>
      ))}
    </tr>
  );
}

/** The link covers its row, and what else can be pressed lies above it. */
const linkedRow =
  'relative has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent [&_:is(a,button,summary):not([data-row])]:relative [&_:is(a,button,summary):not([data-row])]:z-1';

/** Takes the room of the rows that are out of view. */
function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}
