import { expect, it } from 'vitest';
import { backoffMs } from '#contract/backoff.ts';

const waits = { firstMs: 500, longestMs: 4500 };

it('each wait is twice as long as the one before, up to the longest', () => {
  expect([0, 1, 2, 3, 4].map((failures) => backoffMs(failures, waits))).toEqual([
    500, 1000, 2000, 4000, 4500,
  ]);
});

it('after any number of failures it is still the longest', () => {
  expect(backoffMs(100_000, waits)).toBe(4500);
});
