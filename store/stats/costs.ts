import { type Costs, mostCostGroups } from '#contract/cost.ts';
import type { CostDimension } from '#contract/cost-dimensions.ts';
import { type Microcredits, toCredits } from '#contract/credits.ts';
import type { WholePeriod } from '#contract/stats.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from '../mongo/database.ts';

interface Sums {
  cost: Microcredits;
  count: number;
}

type PartSums = Sums & { _id: { key: string; start: Date } };

/** Sources of costs by dimension: their collection, the field that groups them, and their time. */
const sources = {
  agent: { of: 'runs', key: '$agent.key', at: 'opened_at' },
  subject: { of: 'runs', key: '$subject_ref', at: 'opened_at' },
  model: { of: 'turns', key: { $ifNull: ['$model', '$model_class'] }, at: 'created_at' },
} as const satisfies Record<CostDimension, { of: 'runs' | 'turns'; key: unknown; at: string }>;

/** Adds up what runs or turns of a period cost, by its parts, in total and for the groups that cost most. */
export async function readCosts(
  db: Database,
  workspace_id: string,
  { from, to, interval, starts }: WholePeriod,
  by: CostDimension,
): Promise<Costs> {
  const { of, key, at } = sources[by];
  const collection = db[of];
  const inPeriod = { $match: { workspace_id, [at]: { $gte: from, $lt: to } } };
  const sums = { cost: { $sum: '$cost' }, count: { $sum: 1 } };
  const start = { $dateTrunc: { date: `$${at}`, unit: interval } };
  // There may be as many groups as subjects, of which only the dearest leave the database.
  const grouped = [inPeriod, { $group: { _id: key, ...sums } }];
  const [totals, dearest, [counted]] = await Promise.all([
    collection.aggregate<Sums & { _id: Date }>([inPeriod, { $group: { _id: start, ...sums } }]).toArray(),
    collection
      .aggregate<Sums & { _id: string }>([
        ...grouped,
        { $sort: { cost: -1, _id: 1 } },
        { $limit: mostCostGroups },
      ])
      .toArray(),
    collection.aggregate<{ groups: number }>([...grouped, { $count: 'groups' }]).toArray(),
  ]);
  const keys = dearest.map(({ _id }) => _id);
  const parts = await collection
    .aggregate<PartSums>([
      inPeriod,
      { $set: { key } },
      { $match: { key: { $in: keys } } },
      { $group: { _id: { key: '$key', start }, ...sums } },
    ])
    .toArray();
  const byKey = Map.groupBy(parts, ({ _id }) => _id.key);
  const bucketsOf = (list: (Sums & { start: Date })[]): Costs['buckets'] => {
    const byStart = new Map(list.map((part) => [part.start.getTime(), part]));
    return starts.map((each) => ({
      start: toTimestamp(each),
      ...figuresOf(byStart.get(each.getTime()) ?? { cost: 0, count: 0 }),
    }));
  };
  return {
    from: toTimestamp(from),
    to: toTimestamp(to),
    interval,
    by,
    ...figuresOf({
      cost: totals.reduce((sum, { cost }) => sum + cost, 0),
      count: totals.reduce((sum, { count }) => sum + count, 0),
    }),
    buckets: bucketsOf(totals.map(({ _id, ...part }) => ({ ...part, start: _id }))),
    groups: dearest.map(({ _id, ...group }) => ({
      key: _id,
      ...figuresOf(group),
      buckets: bucketsOf((byKey.get(_id) ?? []).map((part) => ({ ...part, start: part._id.start }))),
    })),
    other_groups: (counted?.groups ?? 0) - keys.length,
  };
}

function figuresOf({ cost, count }: Sums): { cost_credits: number; count: number } {
  return { cost_credits: toCredits(cost), count };
}
