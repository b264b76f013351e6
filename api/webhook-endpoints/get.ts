import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import { toWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { endpoint } from '../routing/endpoint.ts';
import { visibleWebhookEndpoint } from './visible-webhook-endpoint.ts';

export const getWebhookEndpoint = endpoint({
  operation: 'getWebhookEndpoint',
  summary: 'Get a webhook endpoint',
  method: 'get',
  path: '/v1/webhook-endpoints/{id}',
  access: 'management',
  noun: 'webhook endpoint',
  params: z.object({ id: Uuid }),
  status: 200,
  data: WebhookEndpoint,
  async handle({ services, caller, params }) {
    return { data: toWebhookEndpoint(await visibleWebhookEndpoint(services, caller, params.id)) };
  },
});
