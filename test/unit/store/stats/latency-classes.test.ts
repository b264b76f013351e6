import { describe, expect, it } from 'vitest';
import { bounds, classExpression, count, type Histogram, percentile } from '#store/stats/latency-classes.ts';

/** MongoDB's result of the expression for a duration. */
function evaluate(expression: unknown, durationMs: number): number {
  if (typeof expression === 'number') return expression;
  const [{ $lt }, then, otherwise] = (expression as { $cond: [{ $lt: [unknown, number] }, unknown, unknown] })
    .$cond;
  return evaluate(durationMs < $lt[1] ? then : otherwise, durationMs);
}

const expression = classExpression('$ms');
const classOf = (durationMs: number) => evaluate(expression, durationMs);

/** The exact percentile of a list. */
const exact = (list: number[], share: number) =>
  list.toSorted((one, other) => one - other)[Math.ceil(share * list.length) - 1] ?? 0;

describe('[stats.latency] the class of a duration', () => {
  it('is the number of bounds that it reaches', () => {
    for (const durationMs of [0, 9, 10, 11, 12, 999, 60_000, 86_400_000, 30 * 86_400_000, 1e12]) {
      expect(classOf(durationMs)).toBe(bounds.filter((bound) => bound <= durationMs).length);
    }
  });

  it('is found by few comparisons', () => {
    const depth = (inner: unknown): number =>
      typeof inner === 'number'
        ? 0
        : 1 + Math.max(...(inner as { $cond: unknown[] }).$cond.slice(1).map(depth));
    expect(depth(expression)).toBeLessThanOrEqual(8);
  });
});

describe('[stats.latency] a percentile', () => {
  it.each([
    ['even times', (index: number) => 20 * index],
    ['times of very different length', (index: number) => Math.round(15 * 1.02 ** index)],
    ['nearly equal times', (index: number) => 5000 + index],
  ])('of %s is right to within ten percent', (_, time) => {
    const times = Array.from({ length: 500 }, (__, index) => time(index + 1));
    const histogram: Histogram = new Map();
    for (const each of times) count(histogram, classOf(each), 1);
    for (const share of [0.5, 0.95]) {
      const wanted = exact(times, share);
      expect(Math.abs(percentile(histogram, share) - wanted) / wanted).toBeLessThan(0.1);
    }
  });

  it('of nothing is nothing, and of the longest times a lower bound', () => {
    expect(percentile(new Map(), 0.5)).toBe(0);
    const histogram: Histogram = new Map([[bounds.length, 3]]);
    expect(percentile(histogram, 0.5)).toBe(bounds.at(-1));
  });
});
