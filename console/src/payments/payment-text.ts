import { visibleLine } from '#contract/words/unseen-characters.ts';
import { moneyText } from '#heddle-react/money-text.ts';
import type { PaymentState, SentPayment } from '../api/schema.ts';
import { locale } from '../text/locale.ts';
import type { Tone } from '../ui/badge.tsx';
import { accountText } from './payee-text.ts';

/** The states of payments, in words. */
export const paymentStates = {
  sent: { text: 'Sent', tone: 'accent' },
  unknown: { text: 'Outcome unknown', tone: 'warn' },
  settled: { text: 'Settled', tone: 'good' },
  returned: { text: 'Returned', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
} as const satisfies Record<PaymentState, { text: string; tone: Tone }>;

/** The names of the states, in the order in which they follow each other. */
export const paymentStateNames = Object.keys(paymentStates) as PaymentState[];

/** The amount of a payment with its currency: "EUR 1,250.50". */
export function amountText({ amount, currency }: Pick<SentPayment, 'amount' | 'currency'>): string {
  return amount === undefined ? 'Unknown amount' : moneyText(amount, currency, locale);
}

/** The name of the payee: the one that the arguments had or, without one, the account. */
export function paidText({ payee }: Pick<SentPayment, 'payee'>): string {
  return payee.name === undefined ? (accountText(payee) ?? 'Unknown payee') : visibleLine(payee.name);
}
