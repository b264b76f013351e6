import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { deliveriesKey } from './queries.ts';

type Attempt = Schema<'WebhookAttempt'>;
const refetchMs = 4000;

/** The attempts to deliver to an endpoint, newest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const path = { id: endpointId };
  const list = useList<Attempt>({
    queryKey: deliveriesKey(endpointId),
    refetchMs,
    load: (cursor, signal) =>
      api.GET('/v1/webhook-endpoints/{id}/deliveries', {
        params: { path, query: { ...(cursor && { cursor }) } },
        signal,
      }),
  });
  const redeliver = useMutation({
    mutationFn: async (event_id: string) =>
      await api.POST('/v1/webhook-endpoints/{id}/redeliver', { params: { path }, body: { event_id } }),
    onSuccess: async () => {
      toasts.done('The event is sent again');
      await queries.invalidateQueries({ queryKey: deliveriesKey(endpointId) });
    },
    onError: (error) => toasts.failed('Not sent again', error),
  });
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
