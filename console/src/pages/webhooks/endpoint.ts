import type { Schema } from '../../api/schema.ts';

/** A webhook endpoint. */
export type Endpoint = Schema<'WebhookEndpoint'>;

/** The key of the query that lists the endpoints. */
export const endpointsKey = ['webhook-endpoints'];

/** The key of the query that lists an endpoint's deliveries. */
export function deliveriesKey(endpointId: string): string[] {
  return ['deliveries', endpointId];
}
