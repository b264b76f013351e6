import type { WebhookStats, WholePeriod } from '#contract/stats.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from '../mongo/database.ts';
import { idFrom } from '../mongo/ids.ts';

interface AttemptGroup {
  _id: { endpoint: string; start: Date };
  delivered: number;
  failed: number;
}

/** Counts the attempts to deliver in a period, by endpoint and by the parts of the period. */
export async function readWebhookStats(
  db: Database,
  workspaceId: string,
  { from, to, interval, starts }: WholePeriod,
): Promise<WebhookStats> {
  const endpoints = await db.webhook_endpoints
    .find({ workspace_id: workspaceId }, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .toArray();
  const ids = endpoints.map(({ _id }) => _id);
  const groups = await db.webhook_attempts
    .aggregate<AttemptGroup>([
      // Ids are in the order of time, and the index of each endpoint is by id.
      { $match: { endpoint_id: { $in: ids }, _id: { $gte: idFrom(from), $lt: idFrom(to) } } },
      {
        $group: {
          _id: { endpoint: '$endpoint_id', start: { $dateTrunc: { date: '$created_at', unit: interval } } },
          delivered: { $sum: { $cond: [{ $eq: ['$status', 'succeeded'] }, 1, 0] } },
          failed: { $sum: { $cond: [{ $eq: ['$status', 'failed'] }, 1, 0] } },
        },
      },
    ])
    .toArray();
  const byEndpoint = Map.groupBy(groups, ({ _id }) => _id.endpoint);
  return {
    from: toTimestamp(from),
    to: toTimestamp(to),
    interval,
    endpoints: ids.map((endpoint_id) => ({
      endpoint_id,
      ...figuresOf(byEndpoint.get(endpoint_id) ?? [], starts),
    })),
  };
}

function figuresOf(
  groups: AttemptGroup[],
  starts: Date[],
): Omit<WebhookStats['endpoints'][number], 'endpoint_id'> {
  const byStart = new Map(groups.map((group) => [group._id.start.getTime(), group]));
  return {
    delivered: groups.reduce((sum, { delivered }) => sum + delivered, 0),
    failed: groups.reduce((sum, { failed }) => sum + failed, 0),
    buckets: starts.map((start) => {
      const { delivered = 0, failed = 0 } = byStart.get(start.getTime()) ?? {};
      return { start: toTimestamp(start), delivered, failed };
    }),
  };
}
