import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

/** The key of the query that lists the endpoints. */
export const endpointsKey = ['webhook-endpoints'];

/** The key of the query that lists an endpoint's deliveries. */
export function deliveriesKey(endpointId: string): string[] {
  return ['deliveries', endpointId];
}

/** An attempt with what was sent and answered. It changes only when its subject is erased. */
export function deliveryQuery(endpointId: string, id: string) {
  return queryOptions({
    queryKey: ['delivery', endpointId, id],
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET('/v1/webhook-endpoints/{id}/deliveries/{delivery_id}', {
          params: { path: { id: endpointId, delivery_id: id } },
          signal,
        }),
      ),
  });
}
