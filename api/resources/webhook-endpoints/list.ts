import { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import type { Database } from '#store/mongo/database.ts';
import { listWebhookEndpoints as list, toWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listWebhookEndpoints = listEndpoint({
  operation: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  path: '/v1/webhook-endpoints',
  noun: 'webhook endpoint',
  role: 'viewer',
  item: WebhookEndpoint,
  read: async ({ db }: { db: Database }, { workspace_id }, limit, after) =>
    await list(db, workspace_id, limit, after),
  present: toWebhookEndpoint,
});
