import { Big } from 'big.js';
import { canonicalJson } from '#contract/canonical-json.ts';

/** A held call, of which the payment is added up if it declares one. */
export interface PayingCall {
  tool_call_id: string;
  payment?:
    | {
        /** In major units, as a decimal. Absent if it cannot be read. */
        amount?: string | undefined;
        currency?: string | undefined;
        payee?: { id?: string | undefined; account?: object | undefined } | undefined;
      }
    | undefined;
}

export interface PaymentTotals {
  /** Exact sums by currency, in alphabetical order. */
  sums: { currency: string; amount: string; count: number }[];
  /** How many different payees the payments have. */
  payees: number;
  /** How many calls declare no payment, or one whose amount cannot be read. */
  others: number;
}

const decimal = /^-?\d{1,60}(?:\.\d{1,60})?$/;

/** The sums that calls pay together. */
export function paymentTotals(calls: readonly PayingCall[]): PaymentTotals {
  const sums = new Map<string, { amount: Big; count: number }>();
  const payees = new Set<string>();
  let others = 0;
  for (const { tool_call_id, payment } of calls) {
    const { amount = '', currency, payee } = payment ?? {};
    if (currency === undefined || !decimal.test(amount)) {
      others += 1;
      continue;
    }
    const before = sums.get(currency) ?? { amount: new Big(0), count: 0 };
    sums.set(currency, { amount: before.amount.plus(amount), count: before.count + 1 });
    payees.add(payeeKey(payee) ?? `call ${tool_call_id}`);
  }
  return {
    sums: [...sums]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, { amount, count }]) => ({ currency, amount: amount.toFixed(), count })),
    payees: payees.size,
    others,
  };
}

/** The identity of a payee: its account. One that cannot be read is nobody else's. */
function payeeKey(payee: NonNullable<PayingCall['payment']>['payee']): string | undefined {
  if (payee?.id !== undefined) return `id ${payee.id}`;
  const { formatted: _, ...account } = (payee?.account ?? {}) as Record<string, unknown>;
  const isReadable = Object.keys(account).length > 0 && account['result'] !== 'malformed';
  return isReadable ? `account ${canonicalJson(account)}` : undefined;
}
