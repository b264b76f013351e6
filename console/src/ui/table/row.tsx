import { Link } from '@tanstack/react-router';
import { memo, type Ref } from 'react';
import { listRow } from '../list-row.ts';
import { classes } from '../classes.ts';
import { type Column, type RowLink, whereShown } from './column.ts';

/** The link covers its row, and what else can be pressed lies above it. */
const linkedRow =
  'relative has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent [&_:is(a,button,summary):not([data-row])]:relative [&_:is(a,button,summary):not([data-row])]:z-1';

/** A row as it is: scrolling renders only the rows that come into view. */
export const TableRow = memo(ItemRow) as typeof ItemRow;

function ItemRow<Item>({
  item,
  index,
  columns,
  link,
  measure,
}: {
  item: Item;
  index: number;
  columns: Column<Item>[];
  link: ((item: Item) => RowLink) | undefined;
  measure?: Ref<HTMLTableRowElement>;
}) {
  // One that is shown at every width, so that a row leads on from a phone too.
  const linked = columns.find(({ from }) => from === undefined);
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      {...(link === undefined && listRow)}
      className={classes(
        'focus-visible:outline-offset-[-2px]',
        link && classes('cursor-pointer transition-colors hover:bg-hover', linkedRow),
      )}
    >
      {columns.map((column) => (
        <td
          key={column.name}
          className={classes(
            'border-b border-line px-4 py-2.5 align-middle whitespace-nowrap first:pl-5 last:pr-5',
            whereShown(column.from),
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
