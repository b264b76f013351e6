import { isWebhookEvent } from '#contract/webhook-endpoint.ts';
import { openWebhookEndpoint, type OpenWebhookEndpoint } from '#store/webhooks/enabled-endpoints.ts';
import { toEvent } from '#store/events/events.ts';
import {
  dropDeliveries,
  dropDelivery,
  findDueDeliveries,
  nextDueAt,
} from '#store/webhooks/pending-deliveries.ts';
import type { PendingDeliveryDocument } from '#store/documents/pending-delivery.ts';
import { attemptDelivery } from './attempt.ts';
import type { WebhookDependencies } from './dependencies.ts';

/** Attempts at one endpoint at once. */
const concurrency = 8;
/** After so long no further attempt is begun: whoever called comes again. */
const longestMs = 30_000;

/**
 * Delivers what is due to an endpoint.
 * @returns how long until more is due, in milliseconds; undefined when nothing is pending any more
 * @throws the signal's reason when it aborts
 */
export async function deliverDue(
  deps: WebhookDependencies,
  endpointId: string,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { db, keyring } = deps;
  const end = performance.now() + longestMs;
  while (performance.now() < end) {
    const document = await db.webhook_endpoints.findOne({ _id: endpointId });
    if (document?.enabled !== true) {
      await dropDeliveries(db, endpointId);
      return undefined;
    }
    const due = await findDueDeliveries(db, endpointId, new Date(), concurrency);
    if (due.length === 0) {
      const next = await nextDueAt(db, endpointId);
      return next === null ? undefined : Math.max(0, next.getTime() - Date.now());
    }
    const endpoint = openWebhookEndpoint(keyring, document);
    const attempts = await Promise.allSettled(due.map((pending) => deliver(deps, endpoint, pending, signal)));
    for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
  }
  return 0;
}

async function deliver(
  deps: WebhookDependencies,
  endpoint: OpenWebhookEndpoint,
  pending: PendingDeliveryDocument,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db } = deps;
  const event = await db.events.findOne({ _id: pending.event_id, workspace_id: pending.workspace_id });
  // Kept for 30 days, and pending for less than four: it can only be one that was redelivered late.
  if (event === null || !isWebhookEvent(event.type)) return await dropDelivery(db, pending);
  await attemptDelivery(deps, {
    endpoint,
    event: toEvent(event),
    pending,
    ...(signal === undefined ? {} : { signal }),
  });
}
