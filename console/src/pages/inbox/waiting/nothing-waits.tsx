import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import type { Approval } from '../../../api/schema.ts';
import type { List } from '../../../api/use-list.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';

const route = getRouteApi('/signed-in/inbox');

/** Shown for an empty or loading list, and for an address whose item is gone. */
export function NothingWaits({
  list: { loading, loadingMore, error, items },
  isFiltered,
  call,
}: {
  list: Pick<List<Approval>, 'loading' | 'loadingMore' | 'error' | 'items'>;
  isFiltered: boolean;
  /** The call that the address names and that is not there. */
  call: string | undefined;
}) {
  const { run } = route.useSearch();
  if (loading) {
    return (
      <Card className="p-6">
        <SkeletonLines lines={6} />
      </Card>
    );
  }
  if (call !== undefined && !loadingMore && error === null) {
    return (
      <Card className="mb-6">
        <EmptyState icon={Inbox} title="This no longer waits">
          It was settled meanwhile{isFiltered ? ', or does not fit the filters' : ''}.
          <span className="mt-4 flex justify-center gap-2">
            {run !== undefined && (
              <Button asChild size="small">
                <Link to="/runs/$runId" params={{ runId: run }}>
                  See the run
                </Link>
              </Button>
            )}
            <Button asChild size="small" look="quiet">
              <Link to="/inbox">See waiting items</Link>
            </Button>
          </span>
        </EmptyState>
      </Card>
    );
  }
  if (error !== null || items.length > 0) return null;
  return (
    <Card>
      <EmptyState icon={Inbox} title="Nothing waits">
        {isFiltered
          ? 'No waiting items match these filters.'
          : 'Approvals, questions and actions of agents appear here at once.'}
      </EmptyState>
    </Card>
  );
}
