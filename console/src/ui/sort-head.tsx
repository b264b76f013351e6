import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { Direction } from './sorted-by.ts';

/** The order of the rows by a column, and its setter. */
export interface HeadOrder {
  /** Undefined if they are in another order. */
  direction: Direction | undefined;
  onSort: () => void;
}

/** The head of a column by which rows can be sorted: pressed again, it turns the order round. */
export function SortHead({
  direction,
  onSort,
  className,
  children,
}: HeadOrder & { className?: string | undefined; children: ReactNode }) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={className}>
      <button
        type="button"
        onClick={onSort}
        className="group -mx-1 inline-flex items-center gap-1 rounded px-1 font-medium hover:text-ink"
      >
        {children}
        <Arrow
          aria-hidden
          className={classes(
            'size-3',
            direction === undefined && 'opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50',
          )}
        />
      </button>
    </th>
  );
}
