import type { Costs } from '../../api/schema.ts';
import { wordsOf } from '../../text/words-of.ts';
import type { RunSearch } from '../runs/run-search.ts';

/** A row of a table of costs. */
export interface CostRow {
  name: string;
  cost: number;
  /** Share of all costs, from 0 to 1. */
  share: number;
  /** Number of runs or, by model, of turns. */
  count: number;
  /** The runs behind it that were opened in the period. */
  search?: RunSearch;
}

/** How the list of runs is asked for those of a group. */
const filterOf = {
  agent: 'agent_key',
  subject: 'subject',
  model: 'model',
} as const satisfies Record<Costs['by'], keyof RunSearch>;

const dayOf = (timestamp: string): string => timestamp.slice(0, 10);
const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** The groups of the costs, the dearest first, with what the others cost together. */
export function groupRows(costs: Costs): CostRow[] {
  const { groups, other_groups, by, from, to } = costs;
  const lastDay = dayOf(new Date(Date.parse(to) - 1).toISOString());
  const period = { from: dayOf(from), to: lastDay, order: 'cost' } as const;
  const rows = groups.map(({ key, cost_credits, count }): CostRow => ({
    // For an unknown model, the key is its class.
    name: by === 'model' && !key.includes(':') ? wordsOf(key) : key,
    cost: cost_credits,
    share: shareOf(cost_credits, costs.cost_credits),
    count,
    search: { ...period, [filterOf[by]]: key },
  }));
  if (other_groups === 0) return rows;
  const sum = (of: (group: { cost_credits: number; count: number }) => number): number =>
    of(costs) - groups.reduce((total, group) => total + of(group), 0);
  // Sums of decimals are not exact, and credits have six places.
  const cost = Math.max(0, Number(sum(({ cost_credits }) => cost_credits).toFixed(6)));
  const name = `${other_groups} more`;
  return [
    ...rows,
    { name, cost, share: shareOf(cost, costs.cost_credits), count: sum(({ count }) => count) },
  ];
}

/** The days of the costs, the newest first. Each leads to the runs that were opened on it. */
export function dayRows(costs: Costs): CostRow[] {
  return costs.buckets
    .map(({ start, cost_credits, count }): CostRow => {
      const day = dayOf(start);
      return {
        name: day,
        cost: cost_credits,
        share: shareOf(cost_credits, costs.cost_credits),
        count,
        search: { from: day, to: day, order: 'cost' },
      };
    })
    .toReversed();
}
