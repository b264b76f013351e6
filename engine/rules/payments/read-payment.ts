import { Big } from 'big.js';
import { minorDigits } from '#contract/currency.ts';
import { isExact } from '#contract/exact-number.ts';
import type { JsonObject } from '#contract/json.ts';
import type { PaymentDeclaration } from '#contract/payment.ts';
import { valueAt } from '#patches/json-pointer.ts';
import { readCurrency, readDecimal } from '../policies/decimal.ts';

/** An amount and its currency, or why they cannot be judged, in words for an approver. */
export type ReadPayment =
  { amount: string; currency: string } | { amount?: undefined; currency?: string; fault: string };

/**
 * Reads the payment out of the arguments of a call (payment.read). The amount is a decimal in major units. One that is negative, is
 * no decimal, or has more digits than a double holds cannot be judged; neither can one whose currency is unknown.
 */
export function readPayment(
  { amount: at, unit = 'major', currency: named }: PaymentDeclaration,
  args: JsonObject,
): ReadPayment {
  const place = typeof named === 'string' ? named : 'the currency';
  const currency = readCurrency(typeof named === 'string' ? valueAt(args, named) : named.constant);
  if (currency === undefined) return { fault: `${place} is not a currency` };
  const given = readDecimal(valueAt(args, at));
  if (given === undefined) return { currency, fault: `${at} is not an amount` };
  if (given.lt(0)) return { currency, fault: `${at} is negative` };
  const digits = unit === 'minor' ? minorDigits(currency) : 0;
  if (digits === undefined) return { currency, fault: `${currency} has no minor unit by ISO 4217` };
  const amount = given.times(new Big(`1e-${digits}`)).toFixed();
  return isExact(amount) ? { amount, currency } : { currency, fault: `${at} has too many digits` };
}
