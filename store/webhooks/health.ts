import type { DisabledReason } from '#contract/webhook-endpoint.ts';
import type { Database } from '../mongo/database.ts';
import { idFrom } from '../mongo/ids.ts';
import { dropDeliveries } from './pending-deliveries.ts';

/** An endpoint whose attempts have all failed for this long is disabled (webhook.delivery.always-failing). */
const givenUpAfterMs = 5 * 24 * 60 * 60 * 1000;

/** The known health of an endpoint, which may be some seconds old. */
export interface WebhookHealth {
  id: string;
  workspace_id: string;
  failing_since?: Date;
}

/** Notes that an attempt succeeded. Costs nothing unless the endpoint was failing. */
export async function noteSuccess(db: Database, { id, failing_since }: WebhookHealth): Promise<void> {
  if (failing_since === undefined) return;
  await db.webhook_endpoints.updateOne({ _id: id }, { $unset: { failing_since: '' } });
}

/** Notes that an attempt failed, and disables an endpoint whose attempts have all failed for five days. */
export async function noteFailure(db: Database, endpoint: WebhookHealth, now: Date): Promise<void> {
  const { id, failing_since } = endpoint;
  if (failing_since === undefined) {
    const unnoted = { _id: id, failing_since: { $exists: false } };
    await db.webhook_endpoints.updateOne(unnoted, { $set: { failing_since: now } });
    return;
  }
  if (now.getTime() - failing_since.getTime() < givenUpAfterMs) return;
  // The note may be older than the last success, if another process did not know of the failure.
  const success = await db.webhook_attempts.findOne(
    { endpoint_id: id, _id: { $gt: idFrom(failing_since) }, status: 'succeeded' },
    { projection: { _id: 1 } },
  );
  if (success === null) await disableWebhookEndpoint(db, endpoint, 'failing');
  else await noteSuccess(db, endpoint);
}

/** Disables an endpoint and drops its pending deliveries. */
export async function disableWebhookEndpoint(
  db: Database,
  { id, workspace_id }: Pick<WebhookHealth, 'id' | 'workspace_id'>,
  disabled_reason: DisabledReason,
): Promise<void> {
  // In this order, because what is stored afterwards is dropped once the endpoint is found disabled.
  await db.webhook_endpoints.updateOne(
    { _id: id, enabled: true },
    { $set: { enabled: false, disabled_reason, updated_at: new Date() } },
  );
  db.enabledEndpoints.forget(workspace_id);
  await dropDeliveries(db, id);
}
