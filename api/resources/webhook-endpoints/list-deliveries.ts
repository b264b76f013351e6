import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { WebhookAttempt } from '#contract/webhook-attempt.ts';
import type { Database } from '#store/mongo/database.ts';
import { listAttempts, toWebhookAttempts } from '#store/webhooks/attempts.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { answerPage } from '../../http/pagination/page.ts';
import { visibleWebhookEndpoint } from './visible-webhook-endpoint.ts';
import type { Cursors } from '../../http/pagination/cursors.ts';

export const listWebhookDeliveries = endpoint({
  operation: 'listWebhookDeliveries',
  summary: 'List the attempts to deliver to a webhook endpoint, newest first; they are kept for 30 days',
  method: 'get',
  path: '/v1/webhook-endpoints/{id}/deliveries',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  query: z.strictObject(pageQuery(defaultPage)),
  status: 200,
  data: z.array(WebhookAttempt),
  page: defaultPage,
  async handle({ db, cursors }: { db: Database; cursors: Cursors }, { caller, params, query }) {
    const { _id } = await visibleWebhookEndpoint(db, caller, params.id);
    return await answerPage(
      { cursors: cursors, bounds: defaultPage, query, scope: ['webhook-deliveries', _id] },
      async (limit, after?: string) => {
        const page = await listAttempts(db, _id, limit, after);
        return { ...page, items: await toWebhookAttempts(db, page.items) };
      },
      (attempts) => attempts,
    );
  },
});
