import { creditsNumber, creditsText } from '../../text/credits.ts';
import { type Figures, partOf, partTitle } from './figures.ts';

/** The costs of runs or turns over time. A part links to its runs. */
export function cost({
  buckets,
  interval,
}: {
  buckets: { start: string; cost_credits: number }[];
  interval: 'hour' | 'day';
}): Figures {
  return {
    rowTitle: partTitle(interval),
    series: [{ key: 'cost', name: 'Cost', colour: 'accent', runs: { order: 'cost' } }],
    rows: buckets.map(({ start, cost_credits }) => ({
      ...partOf(start, interval),
      values: { cost: cost_credits },
    })),
    format: creditsText,
    formatTick: creditsNumber,
  };
}
