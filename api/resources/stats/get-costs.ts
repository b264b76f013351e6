import { Costs, CostsQuery } from '#contract/cost.ts';
import type { Database } from '#store/mongo/database.ts';
import { readCosts } from '#store/stats/costs.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { periodOf } from './period-of.ts';

export const getCosts = endpoint({
  operation: 'getCosts',
  summary: 'Add up the cost of runs in a period, by agent, model or subject, and over time',
  method: 'get',
  path: '/v1/loom/stats/costs',
  access: 'management',
  noun: 'count',
  role: 'viewer',
  query: CostsQuery,
  status: 200,
  data: Costs,
  async handle({ db }: { db: Database }, { caller: { workspace_id }, query }) {
    return { data: await readCosts(db, workspace_id, periodOf(query), query.by) };
  },
});
