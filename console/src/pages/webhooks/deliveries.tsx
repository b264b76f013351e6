import { Send } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { deliveriesQuery } from './queries.ts';
import { useRedeliver } from './use-redeliver.ts';

/** The attempts to deliver to an endpoint, newest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const list = useList(deliveriesQuery(endpointId));
  const redeliver = useRedeliver(endpointId);
  if (list.loading) return <SkeletonLines lines={3} className="border-t p-5" />;
  return (
    <div className="border-t">
      <ReadNotice list={list} className="m-5" />
      {list.items.length === 0 && list.error === null && (
        <EmptyState icon={Send} title="Nothing was sent yet" />
      )}
      <ul className="divide-y divide-line" aria-label="Deliveries">
        {list.items.map((attempt) => (
          <DeliveryRow
            key={attempt.id}
            endpointId={endpointId}
            attempt={attempt}
            onRedeliver={() => redeliver.mutate(attempt.event_id)}
          />
        ))}
      </ul>
      {list.hasMore && (
        <div className="border-t p-3 text-center">
          <Button size="small" look="quiet" busy={list.loadingMore} onClick={list.loadMore}>
            Show earlier deliveries
          </Button>
        </div>
      )}
    </div>
  );
}
