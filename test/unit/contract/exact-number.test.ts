import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMultipleOf } from '#contract/exact-number.ts';

it('[number.decimal-multiples] every amount with two decimals is a multiple of 0.01', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const amount = Number(`${cents}e-2`);
      // Above 2^53 cents, the shortest text of a double may have more decimals.
      expect(isMultipleOf(amount, 0.01)).toBe(/^-?\d+(?:\.\d{1,2})?$/.test(String(amount)));
    }),
  );
  for (let cents = 0; cents <= 3000; cents += 1) expect(isMultipleOf(cents / 100, 0.01)).toBe(true);
});

it.each([
  [19.99, 0.01, true],
  [19.995, 0.01, false],
  [-0.07, 0.01, true],
  [0, 1e-300, true],
  [1.1, 0.1, true],
  [9, 3, true],
  [10, 3, false],
  [1e300, 3, false],
  [3e300, 3, true],
  [1e308, 1e-308, true],
  [1e-308, 1e308, false],
  [5e-324, 1, false],
  [5e-324, 5e-324, true],
  [1e308, 7e-308, false],
])('[number.decimal-multiples] %d of %d: %s', (value, step, expected) => {
  expect(isMultipleOf(value, step)).toBe(expected);
});
