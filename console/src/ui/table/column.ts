import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Where a row leads. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'resetScroll'>;

/** A column of a table. */
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

/** Hides what is of a column where there is no room for it. */
export function whereShown(from: keyof typeof shownFrom | undefined): string | undefined {
  return from && shownFrom[from];
}
