import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import type { Database } from '#store/mongo/database.ts';
import { toWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleWebhookEndpoint } from './visible-webhook-endpoint.ts';

export const getWebhookEndpoint = endpoint({
  operation: 'getWebhookEndpoint',
  summary: 'Get a webhook endpoint',
  method: 'get',
  path: '/v1/webhook-endpoints/{id}',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: WebhookEndpoint,
  async handle({ db }: { db: Database }, { caller, params }) {
    return { data: toWebhookEndpoint(await visibleWebhookEndpoint(db, caller, params.id)) };
  },
});
