import { visibleLine } from '../../../contract/words/unseen-characters.ts';

/** A decimal that is not so long that nobody would read it. */
const decimal = /^-?\d{1,30}(?:\.(?<places>\d{1,20}))?$/;
const currencyCode = /^[A-Z]{3}$/;

/**
 * A sum of money as its currency is written, with its code: "EUR 1,250.50", "JPY 1,250". Nothing is rounded: an amount with more places
 * than its currency has is written with all of them. What is no decimal, or has no currency of three letters, stays as it is.
 * @param locale how numbers are written. Default: as the browser does
 */
export function moneyText(amount: string | undefined, currency: string | undefined, locale?: string): string {
  const found = amount === undefined ? null : decimal.exec(amount);
  if (amount === undefined || found === null || currency === undefined || !currencyCode.test(currency)) {
    return visibleLine([amount, currency].filter((part) => part !== undefined).join(' '));
  }
  const style = { style: 'currency', currency, currencyDisplay: 'code' } as const;
  const usual = new Intl.NumberFormat(locale, style).resolvedOptions().maximumFractionDigits ?? 2;
  const places = Math.max(usual, (found.groups?.['places'] ?? '').replace(/0+$/, '').length);
  const format = new Intl.NumberFormat(locale, {
    ...style,
    minimumFractionDigits: usual,
    maximumFractionDigits: places,
  });
  // As a text, it keeps digits that a number has no room for.
  return format.format(amount as `${number}`).replaceAll('\u00A0', ' ');
}
