import type { Filter } from 'mongodb';
import type { DisabledReason } from '#contract/webhook-endpoint.ts';
import { afterFailure, type FailedAttempt, type Failures } from '#engine/rules/webhook-health.ts';
import type { WebhookEndpointDocument } from '../documents/webhook-endpoint.ts';
import type { Database } from '../mongo/database.ts';
import { idFrom } from '../mongo/ids.ts';
import { dropDeliveries } from './pending-deliveries.ts';

/** The known health of an endpoint, which may be some seconds old. */
export interface WebhookHealth extends Failures {
  id: string;
  workspace_id: string;
}

/** Notes that a delivery succeeded. Costs nothing unless the endpoint was failing. */
export async function noteSuccess(db: Database, { id, failing_since }: WebhookHealth): Promise<void> {
  if (failing_since === undefined) return;
  await db.webhook_endpoints.updateOne({ _id: id }, { $unset: { failing_since: '', failed_at: '' } });
}

/** Notes that an attempt to deliver an event failed, and disables the endpoint if nothing could be delivered for days. */
export async function noteFailure(
  db: Database,
  endpoint: WebhookHealth,
  failed: FailedAttempt,
): Promise<void> {
  const { note, disables } = afterFailure(endpoint, failed);
  // A concurrent writer of another note is more recent.
  if (note !== undefined) await db.webhook_endpoints.updateOne(asKnown(endpoint), { $set: note });
  if (!disables || endpoint.failing_since === undefined) return;
  // The series may be older than the last success, if another process did not know of the failure.
  const success = await db.webhook_attempts.findOne(
    {
      endpoint_id: endpoint.id,
      _id: { $gt: idFrom(endpoint.failing_since) },
      status: 'succeeded',
      test: { $exists: false },
    },
    { projection: { _id: 1 } },
  );
  if (success === null) await disable(db, endpoint, 'failing', { failing_since: endpoint.failing_since });
  else await noteSuccess(db, endpoint);
}

/** Disables an endpoint that wants no more deliveries, and drops those that are pending. */
export async function noteGone(db: Database, endpoint: WebhookHealth): Promise<void> {
  await disable(db, endpoint, 'gone', {});
}

/** @param only disables it only in this state: a success, or somebody who enabled it again, may have come first */
async function disable(
  db: Database,
  { id, workspace_id }: WebhookHealth,
  disabled_reason: DisabledReason,
  only: Filter<WebhookEndpointDocument>,
): Promise<void> {
  // In this order, because what is stored afterwards is dropped once the endpoint is found disabled.
  const { matchedCount } = await db.webhook_endpoints.updateOne(
    { ...only, _id: id, enabled: true },
    { $set: { enabled: false, disabled_reason, updated_at: new Date() } },
  );
  db.enabledEndpoints.forget(workspace_id);
  if (matchedCount > 0) await dropDeliveries(db, id);
}

function asKnown({ id, failing_since, failed_at }: WebhookHealth): Filter<WebhookEndpointDocument> {
  const isAbsent = { $exists: false };
  return { _id: id, failing_since: failing_since ?? isAbsent, failed_at: failed_at ?? isAbsent };
}
