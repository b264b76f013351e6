import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditsOfText, estimateRun, priceTurn, toCredits, toMicrocredits } from '#contract/credits.ts';

/** A billion credits: more than a workspace ever has. */
const most = 1_000_000_000 * 1_000_000;
const amounts = fc.integer({ min: -most, max: most });

/** The decimal number, written digit by digit. */
function written(microcredits: number): string {
  const digits = String(Math.abs(microcredits)).padStart(7, '0');
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
  return microcredits < 0 ? `-${text}` : text;
}

it('an amount is written exactly, with no more than six places', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(Number(written(amount))).toBe(toCredits(amount));
      expect(toMicrocredits(Number(written(amount)))).toBe(amount);
    }),
  );
});

it.each([0.000_000_1, 1.234_567_8, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  '%d is refused as an amount of credits',
  (credits) => {
    expect(() => toMicrocredits(credits)).toThrow(RangeError);
  },
);

it('an amount is read digit by digit from its text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: most - 1 }), (amount) => {
      expect(creditsOfText(written(amount))).toBe(amount);
    }),
  );
});

it.each(['', ' 1', '1e3', '0x10', '-1', '1.', '.5', '1.2345678', '1,5', '1000000000', '१', '1\n'])(
  '%j is refused as the text of an amount',
  (text) => {
    expect(creditsOfText(text)).toBeUndefined();
  },
);

it.each([
  { input: 0.1, output: 0.5, tokens: [3, 0], cost: 300 },
  { input: 0.3, output: 1.5, tokens: [1000, 1000], cost: 1_800_000 },
  { input: 0.000_1, output: 0, tokens: [1, 0], cost: 1 },
  { input: 0, output: 0, tokens: [1000, 1000], cost: 0 },
])(
  '$tokens tokens at $input/$output a thousand cost $cost microcredits',
  ({ input, output, tokens, cost }) => {
    const [inputTokens = 0, outputTokens = 0] = tokens;
    expect(priceTurn({ input, output }, inputTokens, outputTokens)).toBe(cost);
  },
);

it('[model.cache] cached input has the price of other input, or its own, and is rounded up with the rest', () => {
  expect(priceTurn({ input: 0.3, output: 1.5 }, 1000, 0, 800)).toBe(300_000);
  const price = { input: 0.3, output: 1.5, cached_input: 0.03 };
  expect(priceTurn(price, 1000, 100, 800)).toBe(60_000 + 24_000 + 150_000);
  expect(priceTurn(price, 1, 0, 1)).toBe(30);
  expect(priceTurn({ ...price, cached_input: 0 }, 7, 0, 7)).toBe(0);
});

it('a turn never costs less than its tokens, nor a whole microcredit more', () => {
  const price = fc.integer({ min: 0, max: 10_000_000 });
  const tokens = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(price, price, tokens, tokens, (input, output, inputTokens, outputTokens) => {
      // Exact, in thousandths of a microcredit.
      const exact = BigInt(input) * BigInt(inputTokens) + BigInt(output) * BigInt(outputTokens);
      const cost = priceTurn(
        { input: input / 1_000_000, output: output / 1_000_000 },
        inputTokens,
        outputTokens,
      );
      const over = BigInt(cost) * 1000n - exact;
      expect(over >= 0n && over < 1000n).toBe(true);
    }),
  );
});

it.each([
  [undefined, 6_500_000],
  [10, 6_500_000],
  [0.29, 290_000],
  [0.000_001, 1],
  // More places than an amount has: published before that was refused.
  [0.000_000_04, 0],
])('a run whose agent allows %s credits holds %d microcredits', (maxCredits, held) => {
  expect(estimateRun({ input: 1, output: 2.5 }, maxCredits)).toBe(held);
});

it('at no price nothing is held', () => {
  expect(estimateRun({ input: 0, output: 0 })).toBe(0);
});
