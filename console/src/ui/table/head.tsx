import { classes } from '../classes.ts';
import { type HeadOrder, SortHead } from '../sort-head.tsx';
import { type Column, whereShown } from './column.ts';

/** The heads of the columns. @param orderOf how a column sorts the rows; undefined for one that does not */
export function TableHead<Item>({
  columns,
  orderOf,
}: {
  columns: Column<Item>[];
  orderOf: (column: Column<Item>) => HeadOrder | undefined;
}) {
  return (
    <thead className="sticky top-0 z-10 bg-surface">
      <tr>
        {columns.map((column) => (
          <Head key={column.name} column={column} order={orderOf(column)} />
        ))}
      </tr>
    </thead>
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
    whereShown(from),
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
