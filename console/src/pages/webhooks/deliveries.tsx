import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { deliveriesKey } from './endpoint.ts';

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
  const redeliver = async (event_id: string): Promise<void> => {
    try {
      await api.POST('/v1/webhook-endpoints/{id}/redeliver', { params: { path }, body: { event_id } });
      toasts.done('The event is sent again');
      await queries.invalidateQueries({ queryKey: deliveriesKey(endpointId) });
    } catch (error) {
      toasts.failed('Not sent again', error);
    }
  };
  if (list.loading) return <SkeletonLines lines={3} className="border-t p-5" />;
  return (
    <div className="border-t">
      {list.error !== null && <ErrorNotice error={list.error} onRetry={list.refetch} className="m-5" />}
      {list.items.length === 0 && list.error === null && (
        <EmptyState icon={Send} title="Nothing was sent yet" />
      )}
      <ul className="divide-y divide-line" aria-label="Deliveries">
        {list.items.map((attempt) => (
          <li
            key={`${attempt.event_id} ${attempt.attempt} ${attempt.created_at}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5 text-[13px]"
          >
            <Badge tone={attempt.status === 'succeeded' ? 'good' : 'bad'} dot>
              {attempt.response_status ?? 'No answer'}
            </Badge>
            <div className="min-w-0 flex-1 basis-60">
              <code className="font-mono text-xs break-all">{attempt.event_id}</code>
              <p className="text-muted">
                Attempt {attempt.attempt}, {duration(attempt.duration_ms)}
                {attempt.error !== undefined && `: ${attempt.error.message}`}
                {attempt.next_attempt_at !== undefined && (
                  <>
                    {' '}
                    · next <Time at={attempt.next_attempt_at} as="age" />
                  </>
                )}
              </p>
            </div>
            <Time at={attempt.created_at} as="age" className="text-muted" />
            <Button
              needs="maker"
              size="small"
              aria-label={`Send ${attempt.event_id} again`}
              onClick={() => void redeliver(attempt.event_id)}
            >
              Redeliver
            </Button>
          </li>
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
