import { visibleLine } from '#contract/words/unseen-characters.ts';
import { moneyText } from '#heddle-react/money-text.ts';
import type { SentPayment } from '../api/schema.ts';
import { locale } from '../text/locale.ts';
import { accountText } from './payee-text.ts';

/** The amount of a payment with its currency: "EUR 1,250.50". */
export function amountText({ amount, currency }: Pick<SentPayment, 'amount' | 'currency'>): string {
  return amount === undefined ? 'Unknown amount' : moneyText(amount, currency, locale);
}

/** The name of the payee: the one that the arguments had or, without one, the account. */
export function paidText({ payee }: Pick<SentPayment, 'payee'>): string {
  return payee.name === undefined ? (accountText(payee) ?? 'Unknown payee') : visibleLine(payee.name);
}
