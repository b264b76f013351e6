import type { CostDimension } from '#contract/cost-dimensions.ts';
import { creditsNumber, creditsText } from '../../text/credits.ts';
import { type Figures, partOf, partTitle } from './figures.ts';
import { partName } from './range.ts';

/** What runs or turns cost over time. */
export function cost({
  buckets,
  interval,
  by,
}: {
  buckets: { start: string; cost_credits: number }[];
  interval: 'hour' | 'day';
  /** By model they are of turns, on whose days other runs may have been opened. */
  by?: CostDimension;
}): Figures {
  return {
    rowTitle: partTitle(interval),
    series: [{ key: 'cost', name: 'Cost', colour: 'accent', runs: { order: 'cost' } }],
    rows: buckets.map(({ start, cost_credits }) => ({
      ...(by === 'model' ? { name: partName(start, interval), start } : partOf(start, interval)),
      values: { cost: cost_credits },
    })),
    format: creditsText,
    formatTick: creditsNumber,
  };
}
