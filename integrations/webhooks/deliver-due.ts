import { defined } from '#contract/defined.ts';
import { isWebhookEvent } from '#contract/webhook-endpoint.ts';
import { openWebhookEndpoint, type OpenWebhookEndpoint } from '#store/webhooks/open-endpoint.ts';
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

/** Concurrent attempts at one endpoint. */
const concurrency = 8;
/** No further attempt is started after this time. The caller comes again. */
const longestMs = 30_000;

/**
 * Makes the due deliveries to an endpoint.
 * @returns how long until the next one is due, in milliseconds; undefined if nothing is pending
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
  // An event outlives its deliveries (store/events/undelivered.ts), so this one was erased.
  if (event === null || !isWebhookEvent(event.type)) return await dropDelivery(db, pending);
  await attemptDelivery(deps, {
    endpoint,
    event: toEvent(event),
    pending,
    ...defined({ signal }),
  });
}
