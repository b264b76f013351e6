import { type Interval, lengthOf, union } from './union.ts';

/** Maps times of a run to positions on its bars, from 0 to 1. */
export type Scale = (timeMs: number) => number;

/** The most of a bar that waiting for people takes. */
const mostOfWaits = 0.4;

/**
 * The scale of a run, from its first message to its end. A wait for a person may take a month, beside which nothing else could be
 * seen: waits are drawn shorter than they were, if they are most of the time.
 */
export function scaleOf(startMs: number, endMs: number, waits: Interval[]): Scale {
  const spanMs = Math.max(1, endMs - startMs);
  const waited = union(waits.map(([from, to]) => [Math.max(startMs, from), Math.min(endMs, to)]));
  const waitedMs = lengthOf(waited);
  const workedMs = spanMs - waitedMs;
  const share = Math.min(waitedMs / spanMs, workedMs <= 0 ? 1 : mostOfWaits);
  const ofWait = waitedMs === 0 ? 0 : share / waitedMs;
  const ofWork = workedMs <= 0 ? 0 : (1 - share) / workedMs;
  return (timeMs) => {
    const atMs = Math.min(endMs, Math.max(startMs, timeMs));
    const before = waited.reduce(
      (sum, [from, to]) => sum + Math.max(0, Math.min(to, atMs) - Math.min(from, atMs)),
      0,
    );
    return before * ofWait + (atMs - startMs - before) * ofWork;
  };
}

/** Where a span lies on a bar, in percent, never narrower than can be seen. */
export function barOf(scale: Scale, fromMs: number, durationMs: number): { left: string; width: string } {
  const left = Math.min(99, 100 * scale(fromMs));
  const width = Math.min(100 - left, Math.max(1, 100 * scale(fromMs + durationMs) - left));
  return { left: `${left}%`, width: `${width}%` };
}
