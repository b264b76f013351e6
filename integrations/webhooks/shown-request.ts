import { shownBodyLength, type WebhookDelivery } from '#contract/webhook-attempt.ts';
import type { WebhookAttemptDocument } from '#store/documents/webhook-attempt.ts';
import { findEvent, toEvent } from '#store/events/events.ts';
import type { Database } from '#store/mongo/database.ts';
import { sampleEvent } from './sample-event.ts';
import { sentBody } from './signed-request.ts';

/**
 * The body that an attempt has sent, made again of its event, so that content is stored once and erased once. Undefined if
 * the event is no longer kept.
 */
export async function shownRequest(
  db: Database,
  { workspace_id, endpoint_id: id, event_id, ids_only, test }: WebhookAttemptDocument,
): Promise<WebhookDelivery['request']> {
  const stored = test === true ? null : await findEvent(db, { workspace_id }, event_id);
  const event = test === true ? sampleEvent({ id, workspace_id }, event_id) : stored && toEvent(stored);
  if (event === null) return undefined;
  const sent = sentBody(event, ids_only === true);
  const body = sent.slice(0, shownBodyLength.request).toWellFormed();
  return { body, ...(body.length < sent.length && { truncated: true as const }) };
}
