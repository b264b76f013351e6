import { Radio } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { Time } from '../../time/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { listRow } from '../../ui/list-row.ts';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Disclosure } from './disclosure.tsx';
import { eventsQuery } from './events-query.ts';

/** The events of a run, newest first, as webhook endpoints and subscribers get them. The page reads them again when there are more. */
export function RunEvents({ runId }: { runId: string }) {
  const list = useList(eventsQuery(runId));
  if (list.loading) return <SkeletonLines lines={5} />;
  return (
    <Card className="overflow-hidden">
      <ReadNotice list={list} className="m-5" />
      {list.items.length === 0 && list.error === null && (
        <EmptyState icon={Radio} title="No events">
          Events are kept for 30 days.
        </EmptyState>
      )}
      <ol className="divide-y divide-line" aria-label="Events">
        {list.items.map((event) => (
          <li
            key={event.id}
            {...listRow}
            className="px-5 py-2.5 focus-visible:outline-offset-[-2px] [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]"
          >
            <div className="flex items-baseline gap-3">
              <span className="w-8 text-right text-xs text-muted tabular-nums">{event.seq}</span>
              <code className="min-w-0 flex-1 font-mono text-note break-all">{event.type}</code>
              <Time at={event.created_at} as="clock" className="text-note text-muted" />
            </div>
            <Disclosure title="The event as JSON" className="mt-1 pl-11">
              {() => <JsonView value={event} label={`Event ${event.id}`} />}
            </Disclosure>
          </li>
        ))}
      </ol>
      {list.hasMore && (
        <div className="border-t p-3 text-center">
          <Button size="small" look="quiet" busy={list.loadingMore} onClick={list.loadMore}>
            Show earlier events
          </Button>
        </div>
      )}
    </Card>
  );
}
