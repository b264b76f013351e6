import { expect, it } from 'vitest';
import { minorDigits } from '#contract/currency.ts';

/** ICU has the digits of cash in daily use, which are none for these. */
const cashWithoutMinorUnits = {
  ...digitsOf(2, 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'),
  ...digitsOf(3, 'IQD'),
};
/** ICU still has currencies that were withdrawn, and units of account, which have no minor unit. */
const withoutMinorUnit = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'XDR', 'XSU', 'ZWL'];

const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
const allCodes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));

it('the minor units of every currency are those of ICU, except where ISO 4217 differs from cash', () => {
  const ours = allCodes.filter((code) => minorDigits(code) !== undefined);
  const differing = ours.filter((code) => minorDigits(code) !== digitsOfIcu(code));
  expect(Object.fromEntries(differing.map((code) => [code, minorDigits(code)]))).toEqual(
    cashWithoutMinorUnits,
  );
  expect(ours).toHaveLength(165);
});

it('every currency that is in use has minor units', () => {
  const missing = Intl.supportedValuesOf('currency').filter((code) => minorDigits(code) === undefined);
  expect(missing).toEqual(withoutMinorUnit);
});

it.each(['XXX', 'XAU', 'XTS', 'USDT', 'eur', 'EU', ''])('%j has no minor units', (code) => {
  expect(minorDigits(code)).toBeUndefined();
});

function digitsOf(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]));
}

function digitsOfIcu(currency: string): number | undefined {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
}
