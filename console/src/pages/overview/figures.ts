import type { Schema } from '../../api/schema.ts';
import { creditsNumber, creditsText } from '../../text/credits.ts';
import { duration } from '../../time/format.ts';
import { runStateText } from '../../ui/run-state-text.ts';
import { rails as railTitles } from '../identify/rails.ts';
import { partName } from './range.ts';
import { locale } from '../../text/locale.ts';

type RunStats = Schema<'RunStats'>;
type WebhookStats = Schema<'WebhookStats'>;
type IdentifyStats = Schema<'IdentifyStats'>;

/** A token of src/app.css. */
type Colour = 'accent' | 'good' | 'warn' | 'bad' | 'muted';

/** One quantity of a chart. */
export interface Series {
  key: string;
  name: string;
  colour: Colour;
}

/** What a chart draws and its table lists. A value that is absent was not measured. */
export interface Figures {
  /** What a row stands for, as in "Day". */
  rowTitle: string;
  series: Series[];
  rows: { name: string; start?: string; values: Record<string, number> }[];
  /** A value with its unit. */
  format: (value: number) => string;
  /** A value at the axis, whose unit the chart's title tells. Default: as `format`. */
  formatTick?: (value: number) => string;
  /** Whether the values are of different magnitudes, so that only a logarithmic axis shows them all. */
  logarithmic?: boolean;
}

const stateColours = {
  closed: 'good',
  running: 'accent',
  awaiting_input: 'warn',
  awaiting_outcome: 'muted',
  failed: 'bad',
} as const;
const states = Object.keys(stateColours) as (keyof typeof stateColours)[];

const resultSeries: Series[] = [
  { key: 'identified', name: 'Identified', colour: 'good' },
  { key: 'not_found', name: 'Not found', colour: 'warn' },
  { key: 'unsupported', name: 'Unsupported', colour: 'muted' },
];

const count = (value: number): string => value.toLocaleString(locale);
const partTitle = (interval: 'hour' | 'day'): string => (interval === 'hour' ? 'Hour' : 'Day (UTC)');

/** The sum of the values of a series, or of all. */
export function sumOf({ rows }: Figures, key?: string): number {
  return rows
    .flatMap(({ values }) => (key === undefined ? Object.values(values) : [values[key] ?? 0]))
    .reduce((sum, value) => sum + value, 0);
}

/** How many runs a part of the statistics counts, of all states or of one. */
export function runCount({ runs }: RunStats['total'], state?: keyof typeof stateColours): number {
  return runs
    .filter((group) => state === undefined || group.state === state)
    .reduce((sum, group) => sum + group.count, 0);
}

/** Runs over time by the state that they have now. */
export function runsByState({ buckets, interval }: RunStats): Figures {
  return {
    rowTitle: partTitle(interval),
    series: states.map((key) => ({ key, name: runStateText(key), colour: stateColours[key] })),
    rows: buckets.map((bucket) => ({
      name: partName(bucket.start, interval),
      start: bucket.start,
      values: Object.fromEntries(states.map((state) => [state, runCount(bucket, state)])),
    })),
    format: count,
  };
}

/** How long runs took from start to end. Parts in which none ended have no value. */
export function latency({ buckets, interval }: RunStats): Figures {
  return {
    rowTitle: partTitle(interval),
    series: [
      { key: 'p50', name: 'Median (p50)', colour: 'accent' },
      { key: 'p95', name: '95th percentile (p95)', colour: 'warn' },
    ],
    rows: buckets.map(({ start, to_end }) => ({
      name: partName(start, interval),
      start,
      values: to_end === undefined ? {} : { p50: to_end.p50_ms, p95: to_end.p95_ms },
    })),
    format: duration,
    logarithmic: true,
  };
}

/** What runs or turns cost over time. */
export function cost({
  buckets,
  interval,
}: {
  buckets: { start: string; cost_credits: number }[];
  interval: 'hour' | 'day';
}): Figures {
  return {
    rowTitle: partTitle(interval),
    series: [{ key: 'cost', name: 'Cost', colour: 'accent' }],
    rows: buckets.map(({ start, cost_credits }) => ({
      name: partName(start, interval),
      start,
      values: { cost: cost_credits },
    })),
    format: creditsText,
    formatTick: creditsNumber,
  };
}

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
  };
}
