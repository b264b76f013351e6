import { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import { listWebhookEndpoints as list, toWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';

export const listWebhookEndpoints = listEndpoint({
  operation: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  path: '/v1/webhook-endpoints',
  noun: 'webhook endpoint',
  item: WebhookEndpoint,
  read: async ({ db }, { workspace_id }, limit, after) => await list(db, workspace_id, limit, after),
  present: toWebhookEndpoint,
});
