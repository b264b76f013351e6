import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { costDimensions } from '#contract/cost.ts';

/** The periods that the page shows, up to today, in days of UTC. */
export const costPeriods = { 7: '7 days', 30: '30 days', 90: '90 days' } as const;

const Search = z.object({
  by: orElse(z.enum(costDimensions), 'agent'),
  days: orElse(z.literal([7, 30, 90]), 30),
});
export type CostSearch = z.infer<typeof Search>;

/** By what costs are told apart, and of how many days, as the query string of the page says. */
export function readCostSearch(search: Record<string, unknown>): Partial<CostSearch> {
  const { by, days } = Search.parse(search);
  return { ...(by !== 'agent' && { by }), ...(days !== 30 && { days }) };
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
