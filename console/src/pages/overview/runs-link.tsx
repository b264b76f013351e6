import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunSearch } from '../runs/run-search.ts';

/** Leads to the runs behind a figure, if there are some. */
export function RunsLink({
  search,
  label,
  children,
}: {
  search: RunSearch | 0 | undefined;
  /** The target in words, for assistive technology. */
  label?: string;
  children: ReactNode;
}) {
  if (search === undefined || search === 0) return children;
  return (
    <Link
      to="/runs"
      search={search}
      aria-label={label}
      className="rounded underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
