/** The upper bound of the first class, in milliseconds, and the factor between classes. */
const firstBoundMs = 10;
const ratio = 1.2;
/** Runs wait for a month at most, and then some more. */
const lastBoundMs = 100 * 24 * 60 * 60 * 1000;

/** The upper bounds of the classes of durations, in milliseconds. The last class has none. */
export const bounds: readonly number[] = geometric();

function geometric(): number[] {
  const list: number[] = [];
  for (let bound = firstBoundMs; bound < lastBoundMs; bound *= ratio) list.push(Math.round(bound));
  return list;
}

/**
 * A MongoDB expression for the class of a duration: the number of bounds that it reaches. It compares only, in a tree of
 * seven levels, because logarithms and percentiles are not available everywhere.
 * @param durationMs an expression for the duration
 */
export function classExpression(durationMs: unknown, from = 0, to = bounds.length): unknown {
  if (from === to) return from;
  const middle = (from + to) >> 1;
  return {
    $cond: [
      { $lt: [durationMs, bounds[middle]] },
      classExpression(durationMs, from, middle),
      classExpression(durationMs, middle + 1, to),
    ],
  };
}

/** How many durations there are of each class. */
export type Histogram = Map<number, number>;

/** Adds durations of a class to a histogram. */
export function count(histogram: Histogram, latencyClass: number, added: number): void {
  histogram.set(latencyClass, (histogram.get(latencyClass) ?? 0) + added);
}

/**
 * A percentile, estimated to within ten percent by the geometric middle of its class.
 * @param share from 0 to 1
 */
export function percentile(histogram: Histogram, share: number): number {
  const classes = [...histogram].toSorted(([one], [other]) => one - other);
  const wanted = share * classes.reduce((sum, [, size]) => sum + size, 0);
  let below = 0;
  for (const [latencyClass, size] of classes) {
    below += size;
    if (below >= wanted) return middleOf(latencyClass);
  }
  return 0;
}

function middleOf(latencyClass: number): number {
  const low = bounds[latencyClass - 1];
  const high = bounds[latencyClass];
  if (low === undefined) return firstBoundMs / 2;
  return high === undefined ? low : Math.round(Math.sqrt(low * high));
}
