import { Webhook } from 'standardwebhooks';
import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import type { Event } from '#contract/event.ts';
import type { OpenWebhookEndpoint } from '#store/webhooks/open-endpoint.ts';

/** How long a receiver has to respond (webhook.delivery.success). */
const timeoutMs = 15_000;

/** More than is kept of a response, so that no secret is cut in two before it is recognized. */
const readResponseBytes = 16 * 1024;

/** The body of a delivery. */
export function sentBody(event: Event, idsOnly: boolean): string {
  const { data: _left, ...ids } = event;
  return JSON.stringify(idsOnly ? ids : event);
}

/**
 * An event as it is sent to an endpoint: the envelope, signed according to Standard Webhooks 1.0. Every attempt has the
 * id of the event and a timestamp of its own, and one signature for each valid secret.
 */
export function signedRequest(
  {
    workspace_id,
    url,
    ids_only,
    secrets,
  }: Pick<OpenWebhookEndpoint, 'workspace_id' | 'url' | 'ids_only' | 'secrets'>,
  event: Event,
  now: Date,
): OutboundRequest {
  const body = sentBody(event, ids_only);
  const signatures = secrets
    .filter(({ expires_at }) => expires_at === undefined || expires_at > now)
    .map(({ value }) => new Webhook(value).sign(event.id, now, body));
  return {
    workspaceId: workspace_id,
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
    timeoutMs,
    // A repeated request is harmless, because the receiver recognizes the event by its id.
    keepAlive: true,
    keptBytes: readResponseBytes,
  };
}
