import { visibleLine } from '#contract/words/unseen-characters.ts';
import { moneyText } from '#heddle-react/money-text.ts';
import type { PaidPayee, Payee } from '../api/schema.ts';
import { locale } from '../text/locale.ts';

/** The account of a payee as its country writes it. Undefined if it is not known. */
export function accountText({ account }: Pick<PaidPayee, 'account'>): string | undefined {
  return account?.formatted === undefined ? undefined : visibleLine(account.formatted);
}

/** The bank of a payee with its country. Undefined if Identify does not know it. */
export function bankText({ institution, country }: Pick<PaidPayee, 'institution' | 'country'>) {
  const parts = [institution?.name, institution?.branch, country].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : visibleLine(parts.join(', '));
}

/** The title of a payee: the name that was used last or, without one, its account. */
export function payeeTitle(payee: Payee): string {
  const [last] = payee.names;
  return last === undefined ? (accountText(payee) ?? payee.id) : visibleLine(last.name);
}

/** The sums that were paid to a payee, by currency: "EUR 1,250.50, GBP 20.00". */
export function totalsText({ totals }: Pick<Payee, 'totals'>): string {
  return totals.map(({ currency, amount }) => moneyText(amount, currency, locale)).join(', ');
}
