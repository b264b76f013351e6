import { type DescribedAccount, accountInWords } from './account-in-words.ts';
import { visibleLine } from './unseen-characters.ts';

/** A held payment, as pages know it: those of the clients know names of results only as texts. */
export interface DescribedPayment {
  amount?: string | undefined;
  currency?: string | undefined;
  reference?: string | undefined;
  payee: {
    name?: string | undefined;
    account: Pick<DescribedAccount, 'result' | 'rail' | 'reason' | 'message'> & {
      formatted?: string | undefined;
      valid?: boolean | undefined;
    };
    institution?: DescribedAccount['institution'];
    country?: string | undefined;
    status?: string | undefined;
    payments?: number | undefined;
    last_paid_at?: string | undefined;
  };
}

/** How amounts and days are written. */
export interface PaymentWording {
  /** Default: the currency and the decimal. */
  money?: (amount: string | undefined, currency: string | undefined) => string;
  /** Default: the day in UTC, in English. */
  day?: (at: string) => string;
}

/** A line of a held payment. */
export interface PaymentFact {
  label: string;
  value: string;
}

/** A held payment as every place shows it first: what is paid, to whom, and whether that was done before. */
export function paymentInWords(
  { amount, currency, reference, payee }: DescribedPayment,
  { money = plainMoney, day = dayInUtc }: PaymentWording = {},
): PaymentFact[] {
  const { account, institution, country } = payee;
  const history = historyInWords(payee, day);
  const shown = {
    Pays: amount === undefined ? 'an amount that cannot be judged' : money(amount, currency),
    To: payee.name,
    Account: accountInWords({
      ...account,
      reference: account.formatted,
      institution,
      country,
      account_valid: account.valid,
    }),
    Reference: reference,
    Payee: history,
  };
  return Object.entries(shown).flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value: visibleLine(value) }],
  );
}

/**
 * Whether the payee was paid before: "paid 3 times before, last on 2 November 2026". Who does not see its status sees only what the
 * user has paid.
 * @returns undefined if nobody knows, because the account is malformed
 */
export function historyInWords(
  { status, payments, last_paid_at }: DescribedPayment['payee'],
  day: (at: string) => string = dayInUtc,
): string | undefined {
  if (payments === undefined) return undefined;
  const by = status === undefined ? ' by this user' : '';
  const trusted = status === 'trusted' ? 'trusted, ' : '';
  if (payments === 0) return `${trusted}never paid before${by}`;
  const last = last_paid_at === undefined ? '' : `, last on ${day(last_paid_at)}`;
  return `${trusted}paid ${payments === 1 ? 'once' : `${payments} times`} before${by}${last}`;
}

function plainMoney(amount: string | undefined, currency: string | undefined): string {
  return [currency, amount].filter((part) => part !== undefined).join(' ');
}

const utcDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function dayInUtc(at: string): string {
  return utcDay.format(new Date(at));
}
