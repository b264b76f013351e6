import { describeAccount } from '../../../contract/words/account-in-words.ts';
import { originsInWords, type OriginWords } from '../../../contract/words/origins-in-words.ts';
import { paymentInWords, type PaymentFact } from '../../../contract/words/payment-in-words.ts';
import { waitInWords } from '../../../contract/words/not-before-in-words.ts';
import { reasonInWords } from '../../../contract/words/reason-in-words.ts';
import { turnedDownInWords } from '../../../contract/words/turned-down-in-words.ts';
import { visibleLine } from '../../../contract/words/unseen-characters.ts';
import { warningsOf } from '../../../contract/words/warnings-in-words.ts';
import type { HeldAmount, HeldWrite } from './calls.ts';
import { moneyText } from './money-text.ts';

/** Something that a person is shown, and what it is. */
export interface Fact {
  label: string;
  value: string;
}

/**
 * The facts that an approver of a held write sees, beside its title, risk, approvals and arguments. Invisible
 * characters are written out in all of them.
 */
export interface HeldFacts {
  /** That the same was rejected or expired before: shown above everything else. */
  before: string[];
  /** That it is approved, and when it is sent, or that a freeze holds it back. */
  sendsAt: string[];
  /** The amount, the payee, and whether the payee was paid before: above the summary. */
  payment: PaymentFact[];
  /** The summary of its patch, below the title. */
  summary: Fact[];
  /** Payees and amounts as the policy's limits find them in the arguments, independent of the summary. */
  amounts: { facts: Fact[]; countedBy: string }[];
  /** To what its account references lead. */
  accounts: string[];
  /** From where the values of its arguments come. */
  origins: OriginWords[];
  /** The patch, and where it would be sent. */
  call: string;
  sentTo: string | undefined;
  /** That it was corrected, repeats another call or is back at its gate, and what the policy adds. */
  warnings: string[];
  /** The agent's own words about it, which the service does not vouch for. */
  reason: string[];
}

/** How numbers and times are written. Default: as the browser does. */
export interface HowToWrite {
  locale?: string;
  timeText?: (at: string) => string;
  dayText?: (at: string) => string;
}

/** The fields of a held write that are shown. */
export type ShownHeldWrite = Pick<
  HeldWrite,
  | 'patch_ref'
  | 'payment'
  | 'unusual'
  | 'summary'
  | 'connection'
  | 'amounts'
  | 'accounts'
  | 'origins'
  | 'notes'
  | 'repeats'
  | 'returned'
  | 'revised_from'
  | 'rejected_before'
  | 'expired_before'
  | 'reason'
  | 'not_before'
  | 'frozen'
>;

/** The facts on a card of a held write. Every page uses this function, so that none shows less than another. */
export function heldFacts(
  held: ShownHeldWrite,
  {
    locale,
    timeText = (at) => new Date(at).toLocaleString(locale),
    dayText = (at) => new Date(at).toLocaleDateString(locale, { dateStyle: 'long' }),
  }: HowToWrite = {},
): HeldFacts {
  const { payment, summary, amounts = [], accounts = [], origins, connection } = held;
  const money = (amount: string | undefined, currency: string | undefined) =>
    moneyText(amount, currency, locale);
  return {
    before: turnedDownInWords(held, timeText),
    sendsAt: waitInWords(held, timeText),
    payment: payment === undefined ? [] : paymentInWords(payment, { money, day: dayText }),
    summary: (summary.fields ?? []).flatMap(({ label, value }) => factOf(label, value)),
    amounts: amounts.map((amount) => ({
      facts: amountFacts(amount, locale),
      countedBy: visibleLine(amount.limits.join(', ')),
    })),
    accounts: accounts.map(describeAccount),
    origins: originsInWords(origins),
    call: visibleLine(held.patch_ref),
    sentTo: connection === undefined ? undefined : visibleLine(connection.name),
    warnings: warningsOf(held, timeText),
    reason: reasonInWords(held.reason),
  };
}

function amountFacts({ amount, currency, payee }: HeldAmount, locale: string | undefined): Fact[] {
  return [
    ...factOf('Amount', amount === undefined ? 'none' : moneyText(amount, currency, locale)),
    // It stands beside the amount otherwise.
    ...factOf('Currency', amount === undefined ? currency : undefined),
    ...factOf('Payee', payee),
  ];
}

/** A fact, or none where there is no value. */
export function factOf(label: string, value: string | undefined): Fact[] {
  return value === undefined ? [] : [{ label: visibleLine(label), value: visibleLine(value) }];
}
