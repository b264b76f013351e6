import { locale } from '../../text/locale.ts';
/** The periods that the overview can show, up to now. */
export const ranges = {
  day: { title: '24 hours', interval: 'hour', parts: 24 },
  week: { title: '7 days', interval: 'day', parts: 7 },
  month: { title: '30 days', interval: 'day', parts: 30 },
} as const;

export type Range = keyof typeof ranges;

const partMs = { hour: 3_600_000, day: 86_400_000 };

/**
 * The period that a range means at `nowMs`, as the API takes it. It starts with a whole hour or day of UTC, so that the
 * first part is as long as the others; the last part is the one in progress.
 */
export function periodOf(range: Range, nowMs: number): { from: string; to: string } {
  const { interval, parts } = ranges[range];
  const ms = partMs[interval];
  const startMs = Math.floor(nowMs / ms) * ms - (parts - 1) * ms;
  return { from: new Date(startMs).toISOString(), to: new Date(nowMs).toISOString() };
}

const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The name of the part that starts at a time: a local time of day, or a day of UTC. */
export function partName(start: string, interval: 'hour' | 'day'): string {
  return (interval === 'hour' ? hour : day).format(new Date(start));
}
