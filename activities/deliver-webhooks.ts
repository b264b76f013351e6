import type { WebhookDeliveryInput } from '#contract/temporal/names.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/**
 * Delivers what is due to a webhook endpoint. An attempt that was made is recorded before the next is begun: after a
 * crash only those under way are made again, under the same id.
 * @returns how long until more is due; null when nothing is pending any more
 */
export async function deliverWebhooks(
  { webhooks }: ActivityDependencies,
  { endpoint_id }: WebhookDeliveryInput,
): Promise<{ due_in_ms: number | null }> {
  const dueInMs = await underHeartbeat(
    { cancellable: true },
    async (signal) => await webhooks.deliverDue(endpoint_id, signal),
  );
  return { due_in_ms: dueInMs ?? null };
}
