import type { WebhookDeliveryInput } from '#contract/temporal/names.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/**
 * Makes the due deliveries to a webhook endpoint. Each attempt is recorded before the next one starts: after a crash,
 * only those in progress are made again, under the same id.
 * @returns how long until the next delivery is due; null if nothing is pending
 */
export async function deliverWebhooks(
  { webhooks }: ActivityDependencies,
  { endpoint_id }: WebhookDeliveryInput,
): Promise<{ due_in_ms: number | null }> {
  const dueInMs = await underHeartbeat(async (signal) => await webhooks.deliverDue(endpoint_id, signal));
  return { due_in_ms: dueInMs ?? null };
}
