import { defined } from '#contract/defined.ts';
import { RunStats, RunStatsQuery } from '#contract/stats.ts';
import type { Database } from '#store/mongo/database.ts';
import { readRunStats } from '#store/stats/run-stats.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { periodOf } from './period-of.ts';

export const getRunStats = endpoint({
  operation: 'getRunStats',
  summary: 'Count the runs of a period by state, with their latency, tokens and cost over time',
  method: 'get',
  path: '/v1/loom/stats',
  access: 'management',
  noun: 'count',
  role: 'viewer',
  query: RunStatsQuery,
  status: 200,
  data: RunStats,
  async handle({ db }: { db: Database }, { caller: { workspace_id }, query }) {
    const { agent_id } = query;
    const scope = { workspace_id, ...defined({ agent_id }) };
    return { data: await readRunStats(db, scope, periodOf(query)) };
  },
});
