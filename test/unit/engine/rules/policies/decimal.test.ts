import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbove, readDecimal, sumOf, withoutAmount } from '#engine/rules/policies/decimal.ts';

const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((all) => all.join(''));
/** A decimal as a fraction of powers of ten, by which the results are checked. */
const decimal = fc
  .tuple(digits(400), digits(30))
  .map(([whole, part]) => ({ text: `${whole}.${part}`, scaled: BigInt(whole + part.padEnd(30, '0')) }));

const scaled = (text: string): bigint => {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(30, '0'));
};

describe('[approval-policy.decimals] decimals', () => {
  it('of any length are added, compared and taken away digit by digit', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const sum = sumOf(one.text, other.text);
        expect(scaled(sum)).toBe(one.scaled + other.scaled);
        expect(isAbove(sum, one.text)).toBe(other.scaled > 0n);
        expect(isAbove(one.text, other.text)).toBe(one.scaled > other.scaled);
        expect(scaled(withoutAmount(sum, other.text))).toBe(one.scaled);
      }),
    );
  });

  it('are exact where numbers are not', () => {
    expect(sumOf('0.1', '0.2')).toBe('0.3');
    expect(isAbove('10000.000000000000000000000000000001', '10000')).toBe(true);
    expect(isAbove(`1${'0'.repeat(399)}`, '9'.repeat(399))).toBe(true);
  });

  it.each([
    [12.5, '12.5'],
    ['12.50', '12.5'],
    ['0012', '12'],
    [-3, '-3'],
    ['-0.01', '-0.01'],
    ['1e3', '1000'],
    ['1E+3', '1000'],
    ['25e-2', '0.25'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('%s is read as %s', (value, expected) => {
    expect(readDecimal(value)?.toFixed()).toBe(expected);
  });

  it.each([
    [undefined],
    [null],
    [true],
    [{}],
    [['1']],
    [''],
    [' 1'],
    ['1 '],
    ['1,000.00'],
    ['1.'],
    ['.5'],
    ['+1'],
    ['0x10'],
    ['1e'],
    ['NaN'],
    ['Infinity'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['١٢'],
    ['1\n'],
    ['1e1000000'],
    ['1e-1000000'],
    ['1e99999999999999999999'],
    ['9'.repeat(1001)],
  ])('%j is not an amount', (value) => {
    expect(readDecimal(value)).toBeUndefined();
  });

  it('never go below nothing when an amount is given back', () => {
    expect(withoutAmount('5', '7')).toBe('0');
  });
});
