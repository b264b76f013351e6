import { subscribes } from '#contract/webhook-endpoint.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';
import type { WebhookEndpointDocument } from '../documents/webhook-endpoint.ts';

/**
 * How long the process that stored an event has for the first attempt: 2 seconds in its queue (integrations/webhooks/webhooks.ts),
 * 15 for the request, and the write. A delivery that is due after that was lost with its process.
 */
const firstAttemptMs = 18_000;

export function pendingDeliveryId(endpointId: string, eventId: string): string {
  return `${endpointId}:${eventId}`;
}

/** The deliveries that result from events: one for each endpoint of their workspace that subscribes to their type. */
export function firstDeliveries(
  events: EventDocument[],
  endpoints: Pick<WebhookEndpointDocument, '_id' | 'workspace_id' | 'events'>[],
  now: Date,
): PendingDeliveryDocument[] {
  const due_at = new Date(now.getTime() + firstAttemptMs);
  return endpoints.flatMap((endpoint) =>
    events
      .filter((event) => event.workspace_id === endpoint.workspace_id && subscribes(endpoint, event.type))
      .map((event) => ({
        _id: pendingDeliveryId(endpoint._id, event._id),
        workspace_id: endpoint.workspace_id,
        endpoint_id: endpoint._id,
        event_id: event._id,
        attempt: 1,
        retry: 0,
        due_at,
        unattempted: true,
      })),
  );
}
