import { Big } from 'big.js';
import type { PausedPayment } from '../../documents/run.ts';

/** Payments in one currency. */
export interface CurrencyTotal {
  currency: string;
  /** A decimal. */
  amount: string;
  count: number;
  /** How many different accounts they go to. */
  payees: number;
}

interface Sum {
  amount: Big;
  count: number;
  payees: Set<string>;
}

/** Adds up payments by currency, exactly. */
export class PaymentSums {
  readonly #sums = new Map<string, Sum>();

  /** @param times how many payments there are of this amount to this payee */
  add({ amount, currency, payee }: PausedPayment, times: number): void {
    const sum = this.#sums.get(currency) ?? { amount: new Big(0), count: 0, payees: new Set() };
    sum.amount = sum.amount.plus(new Big(amount).times(times));
    sum.count += times;
    sum.payees.add(payee);
    this.#sums.set(currency, sum);
  }

  /** The totals, in the order of their currencies. */
  totals(): CurrencyTotal[] {
    return [...this.#sums]
      .map(([currency, { amount, count, payees }]) => ({
        currency,
        amount: amount.toFixed(),
        count,
        payees: payees.size,
      }))
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
  }
}
