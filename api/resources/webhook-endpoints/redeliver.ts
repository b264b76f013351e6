import { z } from 'zod';
import { invalidField, notFound, ServiceError } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { Redelivery, RedeliveryRequest } from '#contract/webhook-attempt.ts';
import { isWebhookEvent } from '#contract/webhook-endpoint.ts';
import { findEvent } from '#store/events/events.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import { wasSample } from '#store/webhooks/attempts.ts';
import { openWebhookEndpoint } from '#store/webhooks/open-endpoint.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Webhooks } from '#integrations/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleWebhookEndpoint } from './visible-webhook-endpoint.ts';

export const redeliverWebhook = endpoint({
  operation: 'redeliverWebhook',
  summary: 'Deliver an event again, at once and with all retries, under the same id',
  method: 'post',
  path: '/v1/webhook-endpoints/{id}/redeliver',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'maker',
  params: z.object({ id: Uuid }),
  body: RedeliveryRequest,
  status: 200,
  data: Redelivery,
  errors: ['webhook_endpoint_disabled'],
  async handle(
    { db, webhooks, keyring }: { db: Database; webhooks: Webhooks; keyring: Keyring },
    { caller, params, body: { event_id }, signal },
  ) {
    const document = await visibleWebhookEndpoint(db, caller, params.id);
    const { _id: id, workspace_id, enabled } = document;
    const event = await findEvent(db, { workspace_id }, event_id);
    if (event === null) {
      if (!(await wasSample(db, id, event_id))) throw notFound('event');
      await webhooks.test(openWebhookEndpoint(keyring, document), signal, event_id);
      return { data: { event_id } };
    }
    if (!isWebhookEvent(event.type)) {
      throw invalidField('event_id', `${event.type} is not sent to webhook endpoints`);
    }
    if (!enabled) {
      throw new ServiceError('webhook_endpoint_disabled', 'The endpoint is disabled: enable it first.');
    }
    const isStored = await webhooks.redeliver({ id, workspace_id }, event_id);
    if (!isStored) throw notFound('event');
    return { data: { event_id } };
  },
});
