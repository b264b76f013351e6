import { withoutIbanName } from '#contract/account-text.ts';
import type { PolicyLimit } from '#contract/approval-policy.ts';
import type { JsonObject } from '#contract/json.ts';
import { withAsciiDigits, withoutUnseen } from '#contract/normalized.ts';
import { valueAt } from '#patches/json-pointer.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';
import { readPayment } from '../payments/read-payment.ts';
import { readCurrency, readDecimal } from './decimal.ts';

/** The amounts that a limit counts for a call, or the reason why it cannot. */
export type Counted =
  { limit: PolicyLimit; amount: string; counter?: string } | { limit: PolicyLimit; uncountable: string };

/** The owner of the calls that the limits of a policy count. */
export interface CountedCall {
  /** The key of the policy. */
  policy: string;
  args: JsonObject;
  /** Its payment; absent if its patch declares none. */
  payment?: HeldPayment | undefined;
  agent: { key: string };
  subject_ref: string;
  /** Names a counter so that nobody can test a guess of the subject or the payee. */
  nameOf: (parts: readonly string[]) => string;
}

/** The longest name of a payee, in UTF-16 units. */
const longestPayee = 1024;

/**
 * The amounts that each limit counts for a call. For a limit of a day or a month this names the counter. The versions
 * of a policy share it where a limit keeps its name, so that publishing a policy does not begin a new day. The counter
 * is kept longer than data of a subject or a payee, so its name reveals neither.
 */
export function countCall(limits: readonly PolicyLimit[], call: CountedCall): Counted[] {
  return limits.map((limit) => {
    const found =
      limit.amount === undefined ? paymentOf(limit, call) : atPointers(limit, limit.amount, call.args);
    if (typeof found === 'string') return { limit, uncountable: found };
    const { amount, currency, payee } = found;
    const counted = { limit, amount };
    if (limit.per === 'call') return counted;
    const whose = { workspace: '', agent: call.agent.key, subject: call.subject_ref, payee }[limit.scope];
    const counter = [call.policy, limit.name, limit.per, limit.scope, whose, currency];
    return { ...counted, counter: call.nameOf(counter) };
  });
}

/** The amount, the currency and the payee that a limit counts; or why it cannot. */
type Found = { amount: string; currency: string; payee: string } | string;

/** The values at the places that a limit names. */
function atPointers(limit: PolicyLimit, at: string, args: JsonObject): Found {
  const amount = readDecimal(valueAt(args, at));
  if (amount === undefined) return `${at} is not an amount`;
  // It would make room for others.
  if (amount.lt(0)) return `${at} is negative`;
  const currency = currencyOf(limit, args);
  if (currency === undefined) return `${limit.currency} is not a currency`;
  const payee = payeeOf(limit, args);
  return payee === undefined
    ? `${limit.payee} is not a payee`
    : { amount: amount.toFixed(), currency, payee };
}

/** The payment that the patch declares. */
function paymentOf({ scope }: PolicyLimit, { args, payment }: CountedCall): Found {
  if (payment === undefined) return 'the patch declares no payment';
  const read = readPayment(payment.declared, args);
  if (read.amount === undefined) return read.fault;
  const { account, named: payee } = payment.payee;
  // Each spelling of it would have a count of its own.
  if (scope === 'payee' && account.result === 'malformed') return 'the account of the payee is malformed';
  return { amount: read.amount, currency: read.currency, payee };
}

/** Empty if the limit counts all currencies alike. A currency that nobody knows would have a counter of its own. */
function currencyOf({ currency }: PolicyLimit, args: JsonObject): string | undefined {
  if (currency === undefined) return '';
  return readCurrency(valueAt(args, currency));
}

/**
 * Empty if the limit names no payee. What differs only in how it is written is one payee: two that are taken for one share
 * what is let through, while one that is taken for two would have twice as much.
 */
function payeeOf({ payee }: PolicyLimit, args: JsonObject): string | undefined {
  if (payee === undefined) return '';
  const value = valueAt(args, payee);
  const written = typeof value === 'number' ? digitsOf(value) : value;
  if (typeof written !== 'string' || written.length > longestPayee) return undefined;
  // Fillers are letters that nobody sees.
  const name = withAsciiDigits(withoutUnseen(written.normalize('NFKC')))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return name === '' ? undefined : withoutIbanName(name);
}

/** A number as an account has it, without an exponent. */
function digitsOf(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
