import type { RunState } from '#contract/run-state.ts';
import type { RunStats } from '../../api/schema.ts';
import { duration } from '../../time/format.ts';
import { runStateText } from '../../ui/run-state-text.ts';
import { type RunSearch, searchOfPart } from '../runs/run-search.ts';
import { partName } from './range.ts';
import { locale } from '../../text/locale.ts';

/** A token of src/app.css. */
type Colour = 'accent' | 'good' | 'warn' | 'bad' | 'muted' | 'sky' | 'plum';

/** One quantity of a chart. */
export interface Series {
  key: string;
  name: string;
  colour: Colour;
  /** Which runs are behind it, of those of a row. */
  runs?: RunSearch;
}

/** A part of a chart: its values by the keys of the series, and the runs of which they are. */
export interface FiguresRow {
  name: string;
  start?: string;
  values: Record<string, number>;
  runs?: RunSearch;
}

/** The data of a chart and its table. An absent value was not measured. */
export interface Figures {
  /** Title of the first column, such as "Day". */
  rowTitle: string;
  series: Series[];
  rows: FiguresRow[];
  /** A value with its unit. */
  format: (value: number) => string;
  /** A value at the axis, whose unit the chart's title tells. Default: as `format`. */
  formatTick?: (value: number) => string;
  /** Whether the values are numbers of things, of which there are no parts. */
  whole?: boolean;
  /** Whether the values are of different magnitudes, so that only a logarithmic axis shows them all. */
  logarithmic?: boolean;
}

/** How runs stand or have ended. Those that were cancelled, or were broken off otherwise, are not done. */
const runSeries: Series[] = [
  { key: 'finished', name: 'Finished', colour: 'good', runs: { reason: 'finished' } },
  { key: 'cancelled', name: 'Cancelled', colour: 'muted', runs: { reason: 'cancelled' } },
  { key: 'ended', name: 'Ended otherwise', colour: 'plum' },
  { key: 'running', name: runStateText('running'), colour: 'accent', runs: { state: 'running' } },
  {
    key: 'awaiting_input',
    name: runStateText('awaiting_input'),
    colour: 'warn',
    runs: { state: 'awaiting_input' },
  },
  {
    key: 'awaiting_outcome',
    name: runStateText('awaiting_outcome'),
    colour: 'sky',
    runs: { state: 'awaiting_outcome' },
  },
  { key: 'failed', name: runStateText('failed'), colour: 'bad', runs: { state: 'failed' } },
];

/** The series that counts a run. */
function seriesOf({ state, reason }: RunStats['total']['runs'][number]): string {
  if (state !== 'closed') return state;
  return reason === 'finished' || reason === 'cancelled' ? reason : 'ended';
}

/** A number of things. */
export const count = (value: number): string => value.toLocaleString(locale);
export const partTitle = (interval: 'hour' | 'day'): string => (interval === 'hour' ? 'Hour' : 'Day (UTC)');

/** The sum of the values of a series, or of all. */
export function sumOf({ rows }: Figures, key?: string): number {
  return rows
    .flatMap(({ values }) => (key === undefined ? Object.values(values) : [values[key] ?? 0]))
    .reduce((sum, value) => sum + value, 0);
}

/** How many runs a part of the statistics counts, of all states or of one. */
export function runCount({ runs }: RunStats['total'], state?: RunState): number {
  return runs
    .filter((group) => state === undefined || group.state === state)
    .reduce((sum, group) => sum + group.count, 0);
}

/** Runs over time by the state that they have now and, of those that have closed, why. */
export function runsByState({ buckets, interval }: RunStats): Figures {
  return {
    rowTitle: partTitle(interval),
    series: runSeries,
    rows: buckets.map(({ start, runs }) => ({
      ...partOf(start, interval),
      values: Object.fromEntries(
        runSeries.map(({ key }) => [
          key,
          runs.filter((group) => seriesOf(group) === key).reduce((sum, group) => sum + group.count, 0),
        ]),
      ),
    })),
    format: count,
    whole: true,
  };
}

/** A part of a period, with the runs that were opened in it. */
export const partOf = (start: string, interval: 'hour' | 'day') => ({
  name: partName(start, interval),
  start,
  runs: searchOfPart(start, interval),
});

/** How long runs took from start to end. Parts in which none ended have no value. */
export function latency({ buckets, interval }: RunStats): Figures {
  return {
    rowTitle: partTitle(interval),
    series: [
      { key: 'p50', name: 'Median (p50)', colour: 'accent' },
      { key: 'p95', name: '95th percentile (p95)', colour: 'warn' },
    ],
    rows: buckets.map(({ start, to_end }) => ({
      ...partOf(start, interval),
      values: to_end === undefined ? {} : { p50: to_end.p50_ms, p95: to_end.p95_ms },
    })),
    format: duration,
    logarithmic: true,
  };
}
