import { Big } from 'big.js';
import { type Unusual, type UnusualCode, unusualCodes } from '#contract/unusual.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { isOnlyUntrusted } from '../origins/account-origins.ts';

/** A call, the facts about its payee, and where its account comes from, as they are stored. */
type Held = Pick<ToolCallDocument, 'payment' | 'origins'>;

/**
 * The unusual circumstances of a payment (payment.unusual), as of when its facts were looked up.
 * @param to the workspace sees what all its subjects have paid, everybody else what the subject of the run has
 * @returns undefined if the call is no payment, or its account is malformed
 */
export function unusualOf(held: Held, to: 'workspace' | 'subject'): Unusual[] | undefined {
  const { payment } = held;
  if (payment?.facts === undefined) return undefined;
  const { facts, payee } = payment;
  const paid = to === 'workspace' ? facts : facts.subject;
  const isNew = paid.payments === 0;
  const isCase: Record<UnusualCode, boolean> = {
    new_payee: isNew,
    account_changed: isNew && paid.other_account,
    // It would say something of the amounts that other subjects have paid.
    amount_above_usual: to === 'workspace' && facts.above_usual === true,
    possible_duplicate: facts.possible_duplicate === true,
    unknown_bank: payee.institution === undefined,
    untrusted_account: isOnlyUntrusted(held),
  };
  return unusualCodes.filter((code) => isCase[code]).map((code) => ({ code, text: texts[code] }));
}

/** A payment above so many times the largest of the latest ones is unusual. */
const usualTimes = 3;

/** Whether an amount is above the usual, by decimals: 2.1 is three times 0.7. @param latest the amounts of the latest payments */
export function isAboveUsual(amount: string, latest: readonly number[]): boolean {
  return latest.length > 0 && new Big(amount).gt(new Big(Math.max(...latest)).times(usualTimes));
}

const texts: Record<UnusualCode, string> = {
  new_payee: 'New payee: this account was never paid before.',
  account_changed:
    'Another account: a payee with a name like this was paid at another account in the last 180 days.',
  amount_above_usual: 'The amount is more than 3 times the largest of the last 10 payments to this account.',
  possible_duplicate:
    'Possible duplicate: the same amount, or the same reference, was paid to this account in the last 30 days.',
  unknown_bank: 'The bank of the account is not known.',
  untrusted_account: 'Only untrusted content named the account.',
};
