import type { IdentifyData } from './data/tables.ts';
import { methods } from './german-accounts/methods.ts';
import { modulusCheck } from './modulus-check.ts';
import { weightedSum } from './national-check.ts';

/** An account in an IBAN: its country, and the parts of the BBAN. */
interface Account {
  country: string;
  bban: string;
  bank: string;
  branch: string;
  number: string;
}

type Check = (account: Account, data: IdentifyData) => boolean | undefined;

/** Checks that concern the number of the account alone, so that they say nothing of its bank. */
const checks: Readonly<Record<string, Check>> = {
  DE: ({ bank, number }, data) => methods[data.account_method.find(bank)?.method ?? '']?.(number),
  FI: ({ bban }) => luhn(bban),
  GB: ({ branch, number }, data) => modulusCheck(branch, number, data),
  IS: ({ bban }) => icelandic(bban),
};

/** Countries whose accounts are checked by a rule of their own. */
export const checkedAccounts: readonly string[] = Object.keys(checks);

/** Whether the account can exist by the rule of its country or bank. Undefined if there is no rule, or none is known. */
export function accountCheck(account: Account, data: IdentifyData): boolean | undefined {
  return checks[account.country]?.(account, data);
}

function luhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + crossSum(Number(digit) * (1 + (index % 2))), 0);
  return sum % 10 === 0;
}

/**
 * The last ten digits are the holder's kennitala. Since 18 February 2026, those of persons are issued without a check digit, and
 * system ids, which begin with 8 or 9, never had one. Companies have it: theirs begin with 4 to 7.
 */
function icelandic(bban: string): boolean | undefined {
  const kennitala = bban.slice(-10);
  if (!/^[4-7]/.test(kennitala)) return undefined;
  return weightedSum(kennitala, [3, 2, 7, 6, 5, 4, 3, 2, 1, 0]) % 11 === 0;
}

function crossSum(number: number): number {
  return number > 9 ? number - 9 : number;
}
