import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Names and values, one to a row. Rows without a value are left out. */
export function DescriptionList({
  rows,
  className,
}: {
  rows: [name: ReactNode, value: ReactNode][];
  className?: string;
}) {
  return (
    <dl className={classes('grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-6 gap-y-2 text-sm', className)}>
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value], index) => (
          <div key={index} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
