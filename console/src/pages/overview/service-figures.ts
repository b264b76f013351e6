import type { IdentifyStats, WebhookStats } from '../../api/schema.ts';
import { rails as railTitles } from '../identify/rails.ts';
import { count, type Figures, partTitle, type Series } from './figures.ts';
import { partName } from './range.ts';

const resultSeries: Series[] = [
  { key: 'identified', name: 'Identified', colour: 'good' },
  { key: 'not_found', name: 'Not found', colour: 'warn' },
  { key: 'unsupported', name: 'Unsupported', colour: 'muted' },
];

/** Lookups by rail and result, the most used rail first. */
export function lookups({ counts }: IdentifyStats): Figures {
  const rails = Map.groupBy(counts, ({ rail }) => rail);
  const rows = Array.from(rails, ([rail, groups]) => ({
    name: railTitles[rail].title,
    values: Object.fromEntries(groups.map(({ result, count }) => [result, count])),
    total: groups.reduce((sum, { count }) => sum + count, 0),
  }));
  return {
    rowTitle: 'Rail',
    series: resultSeries,
    rows: rows.toSorted((a, b) => b.total - a.total).map(({ name, values }) => ({ name, values })),
    format: count,
    whole: true,
  };
}

/** Attempts to deliver over time, of all endpoints together. */
export function deliveries({ endpoints, interval }: WebhookStats): Figures {
  const parts = Map.groupBy(
    endpoints.flatMap(({ buckets }) => buckets),
    ({ start }) => start,
  );
  return {
    rowTitle: partTitle(interval),
    series: [
      { key: 'delivered', name: 'Delivered', colour: 'good' },
      { key: 'failed', name: 'Failed', colour: 'bad' },
    ],
    rows: Array.from(parts, ([start, buckets]) => ({
      name: partName(start, interval),
      start,
      values: {
        delivered: buckets.reduce((sum, { delivered }) => sum + delivered, 0),
        failed: buckets.reduce((sum, { failed }) => sum + failed, 0),
      },
    })),
    format: count,
    whole: true,
  };
}
