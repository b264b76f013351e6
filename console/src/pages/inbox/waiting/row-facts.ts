import { historyInWords } from '#contract/words/payment-in-words.ts';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { moneyText } from '#heddle-react/money-text.ts';
import type { Approval } from '../../../api/schema.ts';
import { locale } from '../../../text/locale.ts';
import { localDay } from '../../../time/format.ts';

/** The fields that a row shows. */
type Shown = Pick<Approval, 'payment' | 'amounts' | 'summary'>;

/** How many fields of a summary a row has room for. */
const mostFacts = 2;

/** A sum of money in words: digits beside a currency. No longer than amounts are, so that no text takes long. */
const money =
  /(?<!\p{L})(?:[A-Z]{3}|[€$£¥])\s?(?<after>\d[\d.,'\u00A0\u202F ]{0,30})|(?<before>\d[\d.,'\u00A0\u202F ]{0,30})\s?(?:[A-Z]{3}(?!\p{L})|[€$£¥])/u;

/**
 * Payee and amount of what waits, for its row, and whether the payee was paid before: of the payment or, without one, as limits count
 * them or, without limits, the first fields of the summary.
 */
export function factsOf({ payment, amounts, summary }: Shown): string[] {
  if (payment !== undefined) {
    const { amount, currency, payee } = payment;
    const sum = amount === undefined ? '' : moneyText(amount, currency, locale);
    const to = payee.name ?? payee.account.formatted;
    const history = historyInWords(payee, localDay);
    const facts = [
      ...(sum === '' ? [] : [sum]),
      ...(to === undefined ? [] : [`to ${to}`]),
      ...(history === undefined ? [] : [history]),
    ];
    return facts.map(visibleLine);
  }
  const [counted] = amounts ?? [];
  if (counted !== undefined) {
    const { amount, currency, payee } = counted;
    const sum = moneyText(amount, currency, locale);
    const more = (amounts?.length ?? 0) > 1 ? [`${(amounts?.length ?? 1) - 1} more`] : [];
    const facts = [...(sum === '' ? [] : [sum]), ...(payee === undefined ? [] : [`to ${payee}`]), ...more];
    return facts.map(visibleLine);
  }
  const fields = summary?.fields ?? [];
  return fields
    .filter(({ value }) => value.trim() !== '')
    .slice(0, mostFacts)
    .map(({ label, value }) => visibleLine(`${label}: ${value}`));
}

/** The amount of what waits as a number, whatever its currency; undefined where none is found. */
export function amountOf({ payment, amounts, summary }: Shown): number | undefined {
  const paid = Number(payment?.amount ?? Number.NaN);
  if (Number.isFinite(paid)) return paid;
  const counted = (amounts ?? []).map(({ amount = '' }) => Number(amount)).filter(Number.isFinite);
  if (counted.length > 0) return Math.max(...counted);
  const texts = [summary?.title ?? '', ...(summary?.fields ?? []).map(({ value }) => value)];
  for (const text of texts) {
    const { after, before } = money.exec(text)?.groups ?? {};
    const digits = after ?? before;
    if (digits !== undefined) return numberOf(digits);
  }
  return undefined;
}

/** A last `.` or `,` followed by exactly three digits is a thousands separator. */
function numberOf(digits: string): number {
  const plain = digits.replaceAll(/[^\d.,]/g, '').replace(/[.,]$/, '');
  const point = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const groups = point === -1 || (plain.length - point - 1 === 3 && !/^0[.,]/.test(plain));
  if (groups) return Number(plain.replaceAll(/[.,]/g, ''));
  return Number(`${plain.slice(0, point).replaceAll(/[.,]/g, '')}.${plain.slice(point + 1)}`);
}
