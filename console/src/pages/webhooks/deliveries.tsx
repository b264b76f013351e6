import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { deliveryFile } from './delivery-file.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { deliveriesQuery, deliveryQuery } from './queries.ts';
import { useRedeliver } from './use-redeliver.ts';

/** The attempts to deliver to an endpoint, newest first. */
export function Deliveries({
  endpointId,
  opened,
}: {
  endpointId: string;
  /** The attempt that is shown with what was sent and answered; above the others if the list does not have it. */
  opened: string | undefined;
}) {
  const list = useList(deliveriesQuery(endpointId));
  const redeliver = useRedeliver(endpointId);
  const isListed = opened === undefined || list.items.some(({ id }) => id === opened);
  const elsewhere = useQuery({
    ...deliveryQuery(endpointId, opened ?? ''),
    enabled: !list.loading && !isListed,
  });
  const attempts = [...(!isListed && elsewhere.data ? [elsewhere.data] : []), ...list.items];
  if (list.loading) return <SkeletonLines lines={3} className="border-t p-5" />;
  return (
    <div className="border-t">
      <ReadNotice list={list} className="m-5" />
      {list.items.length === 0 && list.error === null && (
        <EmptyState icon={Send} title="Nothing was sent yet" />
      )}
      <ul className="divide-y divide-line" aria-label="Deliveries">
        {attempts.map((attempt) => (
          <DeliveryRow
            key={attempt.id}
            endpointId={endpointId}
            attempt={attempt}
            open={attempt.id === opened}
            onRedeliver={() => redeliver.mutate(attempt.event_id)}
          />
        ))}
      </ul>
      <ListFoot
        list={list}
        name="Deliveries"
        columns={deliveryFile}
        more="Show earlier deliveries"
        className="border-t"
      />
    </div>
  );
}
