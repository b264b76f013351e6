import { toTimestamp } from '#contract/timestamp.ts';
import { IdentifyStats, Period, wholePeriod } from '#contract/usage.ts';
import { readIdentifyUsage } from '#store/money/usage.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getIdentifyStats = endpoint({
  operation: 'getIdentifyStats',
  summary: 'Count lookups of a period by rail and result',
  method: 'get',
  path: '/v1/identify/stats',
  access: 'management',
  noun: 'count',
  role: 'viewer',
  scope: 'identify',
  query: Period,
  status: 200,
  data: IdentifyStats,
  async handle({ db }: { db: Database }, { caller, query }) {
    const period = wholePeriod(query);
    const counts = await readIdentifyUsage(db, caller.workspace_id, period);
    return {
      data: {
        from: toTimestamp(period.from),
        to: toTimestamp(period.to),
        total: counts.reduce((sum, { count }) => sum + count, 0),
        counts,
      },
    };
  },
});
