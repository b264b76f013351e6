import { locale } from '../text/locale.ts';
const dateAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
const timeOnly = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });

/** A date and time in the person's zone, to the minute. */
export function localTime(timestamp: string): string {
  return dateAndTime.format(new Date(timestamp));
}

/** A day in the person's zone. */
export function localDay(timestamp: string): string {
  return dayOnly.format(new Date(timestamp));
}

/** A time of day in the person's zone, to the second. */
export function localClock(timestamp: string): string {
  return timeOnly.format(new Date(timestamp));
}

/** A time in UTC, in full. */
export function utcTime(timestamp: string): string {
  return `${new Date(timestamp).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

const tickSeconds = 12;
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How far a time is from `nowMs`, to the largest unit: "5 min. ago", "in 30 days", "now". */
export function fromNow(timestamp: string, nowMs: number): string {
  const seconds = (new Date(timestamp).getTime() - nowMs) / 1000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  // The clock of the page ticks every ten seconds, so what has just happened may seem to be ahead.
  return seconds > tickSeconds ? 'in under a minute' : 'just now';
}

/** A span in milliseconds as a person says it: "85 ms", "2.4 s", "3 min 5 s", "4 d 2 h". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(1))} s`;
  if (seconds < 3600) return inTwo(seconds, [60, 'min'], [1, 's']);
  if (seconds < 86_400) return inTwo(seconds, [3600, 'h'], [60, 'min']);
  return inTwo(seconds, [86_400, 'd'], [3600, 'h']);
}

/** In a large unit and what is left over in a small one, unless nothing is. */
function inTwo(seconds: number, large: [number, string], small: [number, string]): string {
  const rest = Math.floor((seconds % large[0]) / small[0]);
  const whole = `${Math.floor(seconds / large[0])} ${large[1]}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small[1]}`;
}
