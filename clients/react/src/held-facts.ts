import { describeAccount } from '../../../contract/words/account-in-words.ts';
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
 * What whoever decides on a held write is shown, beside its title, risk, approvals and arguments. What cannot be seen is written
 * out in all of it.
 */
export interface HeldFacts {
  /** That the same was rejected or expired before: shown above everything else. */
  before: string[];
  /** What its patch says of it, below the title. */
  summary: Fact[];
  /** Who gets how much, as the limits of the policy find it in the arguments, whatever the summary says. */
  amounts: { facts: Fact[]; countedBy: string }[];
  /** To what its account references lead. */
  accounts: string[];
  /** The patch, and where it would be sent. */
  call: string;
  sentTo: string | undefined;
  /** That it was corrected, repeats another call or is back at its gate, and what the policy adds. */
  warnings: string[];
}

/** How numbers and times are written. Default: as the browser does. */
export interface HowToWrite {
  locale?: string;
  timeText?: (at: string) => string;
}

/** What is read of a held write to show it. */
export type ShownHeldWrite = Pick<
  HeldWrite,
  | 'patch_ref'
  | 'summary'
  | 'connection'
  | 'amounts'
  | 'accounts'
  | 'notes'
  | 'repeats'
  | 'returned'
  | 'revised_from'
  | 'rejected_before'
  | 'expired_before'
>;

/** What a card of a held write shows. Every page has it from here, so that none shows less than another. */
export function heldFacts(
  held: ShownHeldWrite,
  { locale, timeText = (at) => new Date(at).toLocaleString(locale) }: HowToWrite = {},
): HeldFacts {
  const { summary, amounts = [], accounts = [], connection } = held;
  return {
    before: turnedDownInWords(held, timeText),
    summary: (summary.fields ?? []).flatMap(({ label, value }) => factOf(label, value)),
    amounts: amounts.map((amount) => ({
      facts: amountFacts(amount, locale),
      countedBy: visibleLine(amount.limits.join(', ')),
    })),
    accounts: accounts.map(describeAccount),
    call: visibleLine(held.patch_ref),
    sentTo: connection === undefined ? undefined : visibleLine(connection.name),
    warnings: warningsOf(held, timeText),
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
