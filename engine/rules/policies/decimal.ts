import { Big } from 'big.js';
import { mostAmountDigits } from '#contract/approval-policy.ts';

/**
 * Reads an amount: a JSON number or a text, both in JSON's notation of numbers, where a text may also begin with zeros. It is
 * exact, so that 0.1 and 0.2 are 0.3, and an amount of 400 digits is compared digit by digit.
 * @returns undefined for anything else, and for a number that needs more digits than anybody pays
 */
export function readDecimal(value: unknown): Big | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  if (typeof written !== 'string' || written.length > mostAmountDigits) return undefined;
  const parts = /^-?\d+(?:\.\d+)?(?:[eE](?<exponent>[+-]?\d+))?$/.exec(written);
  if (parts === null) return undefined;
  // Written out, 1e1000000 has a million digits.
  const exponent = Number(parts.groups?.['exponent'] ?? 0);
  if (Math.abs(exponent) + written.length > mostAmountDigits) return undefined;
  return new Big(written);
}

/** The sum of two decimals, as a decimal without exponent. */
export function sumOf(one: string, other: string): string {
  return new Big(one).plus(other).toFixed();
}

/** The difference of two decimals, and never less than zero. */
export function withoutAmount(from: string, amount: string): string {
  const rest = new Big(from).minus(amount);
  return rest.lt(0) ? '0' : rest.toFixed();
}

/** Whether a decimal is above another one. */
export function isAbove(one: string, other: string): boolean {
  return new Big(one).gt(other);
}

/** Reads a currency: 3 to 10 letters and digits, in capitals. One that nobody knows would have a count of its own. */
export function readCurrency(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z0-9]{3,10}$/.test(value) ? value.toUpperCase() : undefined;
}
