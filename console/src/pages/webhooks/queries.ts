import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { WebhookAttempt } from '../../api/schema.ts';
import type { Endpoint } from './endpoint.ts';

/** The endpoints. */
export const endpointsQuery = listQuery<Endpoint>({
  queryKey: ['webhook-endpoints'],
  load: (cursor, signal) =>
    api.GET('/v1/webhook-endpoints', { params: { query: { ...(cursor && { cursor }) } }, signal }),
});

/** The attempts to deliver to an endpoint, newest first, read again while they are on the screen. */
export const deliveriesQuery = (endpointId: string) =>
  listQuery<WebhookAttempt>({
    queryKey: ['deliveries', endpointId],
    refetchMs: 4000,
    load: (cursor, signal) =>
      api.GET('/v1/webhook-endpoints/{id}/deliveries', {
        params: { path: { id: endpointId }, query: { ...(cursor && { cursor }) } },
        signal,
      }),
  });

/** An attempt with what was sent and answered. It changes only when its subject is erased. */
export const deliveryQuery = (endpointId: string, id: string) =>
  queryOptions({
    queryKey: ['delivery', endpointId, id],
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET('/v1/webhook-endpoints/{id}/deliveries/{delivery_id}', {
          params: { path: { id: endpointId, delivery_id: id } },
          signal,
        }),
      ),
  });
