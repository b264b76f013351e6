import { type CostDimension, costDimensions } from '#contract/cost-dimensions.ts';
import { oneOf } from '../../text/query-string.ts';

/** The periods that the page shows, up to today, in days of UTC. */
export const costPeriods = { 7: '7 days', 30: '30 days', 90: '90 days' } as const;

/** The dimension and the number of days of the costs page. */
export interface CostSearch {
  by: CostDimension;
  days: 7 | 30 | 90;
}

/** Defaults of the costs page. */
export const defaultCostSearch: CostSearch = { by: 'agent', days: 30 };

/** Reads what the query string of the page says, without what is the default. */
export function readCostSearch(search: Record<string, unknown>): Partial<CostSearch> {
  const by = oneOf(costDimensions, search['by']);
  const days = oneOf([7, 30, 90] as const, search['days']);
  return {
    ...(by !== undefined && by !== defaultCostSearch.by && { by }),
    ...(days !== undefined && days !== defaultCostSearch.days && { days }),
  };
}

const dayMs = 86_400_000;

/** The period as the API takes it: whole days, and today so far. */
export function periodOf(days: number, nowMs: number): { from: string; to: string } {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  return {
    from: new Date(today - (days - 1) * dayMs).toISOString(),
    to: new Date(today + dayMs).toISOString(),
  };
}
