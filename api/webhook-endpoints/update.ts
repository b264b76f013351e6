import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { WebhookEndpoint, WebhookEndpointChange } from '#contract/webhook-endpoint.ts';
import { toWebhookEndpoint, updateWebhookEndpoint as update } from '#store/webhooks/endpoints.ts';
import { endpoint } from '../routing/endpoint.ts';

export const updateWebhookEndpoint = endpoint({
  operation: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint: given fields replace the current ones',
  method: 'patch',
  path: '/v1/webhook-endpoints/{id}',
  access: 'management',
  noun: 'webhook endpoint',
  params: z.object({ id: Uuid }),
  body: WebhookEndpointChange,
  status: 200,
  data: WebhookEndpoint,
  async handle({ services, caller, params, body }) {
    const { workspace_id } = caller;
    const endpoint = await update(services.db, workspace_id, params.id, body);
    if (endpoint === null) throw notFound('webhook endpoint');
    return { data: toWebhookEndpoint(endpoint) };
  },
});
