import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import type { Request as RecordedRequest } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatusBadge } from '../requests/status-badge.tsx';

/** The requests that were made for a run, newest first, each a link to all that is known of it. A trace has the newest of them. */
export function RunRequests({ requests, count }: { requests: RecordedRequest[]; count: number }) {
  if (requests.length === 0) {
    return (
      <Card>
        <EmptyState icon={ScrollText} title="No requests" />
      </Card>
    );
  }
  return (
    <Card className="overflow-hidden">
      <ol className="divide-y divide-line" aria-label="Requests">
        {requests.map(({ id, status, method, path, actor, created_at }) => (
          <li key={id}>
            <Link
              to="/requests"
              search={{ request: id }}
              data-row
              className="flex items-center gap-3 px-5 py-2.5 text-sm transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
            >
              <StatusBadge status={status} />
              <code className="min-w-0 flex-1 truncate font-mono text-xs" title={path}>
                <span className="text-muted">{method}</span> {path}
              </code>
              <span className="text-muted max-sm:hidden">{actor}</span>
              <Time at={created_at} as="clock" className="text-note text-muted" />
            </Link>
          </li>
        ))}
      </ol>
      {count > requests.length && (
        <p className="border-t px-5 py-2.5 text-xs text-muted">
          The newest {requests.length} of {count}. The page Requests lists all of them.
        </p>
      )}
    </Card>
  );
}
