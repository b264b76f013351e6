import { DividedPeriod, WebhookStats } from '#contract/stats.ts';
import type { Database } from '#store/mongo/database.ts';
import { readWebhookStats } from '#store/stats/webhook-stats.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { periodOf } from './period-of.ts';

export const getWebhookStats = endpoint({
  operation: 'getWebhookStats',
  summary: 'Count attempts to deliver to webhook endpoints, by endpoint and over time',
  method: 'get',
  path: '/v1/stats/webhooks',
  access: 'management',
  noun: 'count',
  role: 'viewer',
  query: DividedPeriod,
  status: 200,
  data: WebhookStats,
  async handle({ db }: { db: Database }, { caller, query }) {
    return { data: await readWebhookStats(db, caller.workspace_id, periodOf(query)) };
  },
});
