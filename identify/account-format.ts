import { friendlyFormatIBAN } from 'ibantools';
import type { AccountCheck } from '#contract/identify.ts';
import { mod97 } from './bban.ts';

/** An account that may not be formatted yet. */
export type UnformattedAccount = Omit<AccountCheck, 'formatted'> & { formatted?: string };

/** An account as people write it: an IBAN in groups of four, and other numbers after the code of their bank. */
export function withFormat(account: UnformattedAccount, reference: string): AccountCheck {
  const { number } = account;
  return { ...account, formatted: account.formatted ?? formatted(number, reference) };
}

function formatted(number: string, reference: string): string {
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number) && mod97(number)) return groupsOfFour(number);
  return number === reference ? number : `${reference} ${number}`;
}

/** An IBAN in groups of four characters (ISO 13616). */
export function groupsOfFour(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban;
}
