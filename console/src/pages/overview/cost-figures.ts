import { creditsNumber, creditsText } from '../../text/credits.ts';
import { type Figures, partOf, partTitle } from './figures.ts';

/** What runs or turns cost over time. A part leads to the runs that were opened in it. */
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
