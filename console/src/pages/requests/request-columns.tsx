import { wordsOf } from '../../text/words-of.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { Request } from './requests-query.ts';
import { StatusBadge } from './status-badge.tsx';

/** Columns of requests, in the table and the file. */
export const requestColumns: Column<Request>[] = [
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} />, csv: ({ status }) => status },
  {
    name: 'Request',
    className: 'w-full max-w-0',
    cell: ({ method, path }) => (
      <span className="block truncate font-mono text-xs">
        <span className="text-muted">{method}</span> {path}
      </span>
    ),
    csv: ({ method, path }) => `${method} ${path}`,
  },
  {
    name: 'Product',
    from: 'md',
    cell: ({ product }) => <Badge>{wordsOf(product)}</Badge>,
    csv: ({ product }) => product,
  },
  {
    name: 'Origin',
    from: 'lg',
    cell: ({ origin }) => <span className="text-muted">{wordsOf(origin)}</span>,
    csv: ({ origin }) => origin,
  },
  {
    name: 'Duration',
    from: 'md',
    className: 'text-right',
    cell: ({ duration_ms }) => <span className="tabular-nums">{duration(duration_ms)}</span>,
    csv: ({ duration_ms }) => duration_ms,
  },
  {
    name: 'Time',
    className: 'text-right',
    cell: ({ created_at }) => <Time at={created_at} as="age" />,
    csv: ({ created_at }) => created_at,
  },
];
