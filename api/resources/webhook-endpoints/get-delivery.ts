import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { WebhookDelivery } from '#contract/webhook-attempt.ts';
import type { Database } from '#store/mongo/database.ts';
import { findAttempt, toWebhookAttempt, toWebhookAttempts } from '#store/webhooks/attempts.ts';
import type { Webhooks } from '#integrations/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleWebhookEndpoint } from './visible-webhook-endpoint.ts';

export const getWebhookDelivery = endpoint({
  operation: 'getWebhookDelivery',
  summary: 'Get an attempt to deliver, with its request and the answer of the receiver',
  method: 'get',
  path: '/v1/webhook-endpoints/{id}/deliveries/{delivery_id}',
  access: 'management',
  noun: 'delivery',
  role: 'viewer',
  params: z.object({ id: Uuid, delivery_id: Uuid }),
  status: 200,
  data: WebhookDelivery,
  async handle({ db, webhooks }: { db: Database; webhooks: Webhooks }, { caller, params }) {
    const { _id } = await visibleWebhookEndpoint(db, caller, params.id);
    const attempt = await findAttempt(db, _id, params.delivery_id);
    if (attempt === null) throw notFound('delivery');
    const [shown = toWebhookAttempt(attempt)] = await toWebhookAttempts(db, [attempt]);
    return {
      data: {
        ...shown,
        ...defined({ request: await webhooks.shownRequest(attempt), response: attempt.response }),
      },
    };
  },
});
