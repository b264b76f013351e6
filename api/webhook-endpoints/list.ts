import { z } from 'zod';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import { listWebhookEndpoints as list, toWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listWebhookEndpoints = endpoint({
  operation: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  method: 'get',
  path: '/v1/webhook-endpoints',
  access: 'management',
  noun: 'webhook endpoint',
  query: z.strictObject(pageQuery(defaultPage)),
  status: 200,
  data: z.array(WebhookEndpoint),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { workspace_id } = caller;
    return await answerPage(
      { cursors: services.cursors, bounds: defaultPage, query, scope: ['webhook-endpoints', workspace_id] },
      async (limit, after?: string) => await list(services.db, workspace_id, limit, after),
      (endpoints) => endpoints.map(toWebhookEndpoint),
    );
  },
});
