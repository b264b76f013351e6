import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import type { PayeeAccount, ShownPayment } from '#contract/payment.ts';
import { valueAt } from '#patches/json-pointer.ts';
import { redacted } from '#patches/redact.ts';
import { ShownValues, shownValue } from '#patches/shown-values.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';
import type { PausedPayment } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import type { WaitingCall } from '../gates/waiting-call.ts';
import type { RuleContext } from '../stored.ts';
import { shownFigures } from './payee-figures.ts';
import { readPayment } from './read-payment.ts';

/** A call, and the payment that was read of it when it came to its gate. */
type Held = WaitingCall<Pick<ToolCallDocument, 'args' | 'redact' | 'applied_gate' | 'payment'>>;

/** A payment with its parts that approvers may not see: those that the patch redacts, even in part. */
interface Read {
  payment: HeldPayment;
  read: ReturnType<typeof readPayment>;
  isHidden: { amount: boolean; currency: boolean; account: boolean };
}

/**
 * The payment of a held call as its subject sees it (payment.shown-first): {@link shownToWorkspace} has the figures of the workspace.
 * @returns undefined if its patch declares none
 */
export function shownPayment(held: Held): ShownPayment | undefined {
  const found = readHeld(held);
  if (found === undefined) return undefined;
  const { payment, read, isHidden } = found;
  const { account, institution, country } = payment.payee;
  const { reference, payee } = payment.declared;
  const values = new ShownValues();
  const textAt = (pointer: string | undefined): string | undefined => {
    if (pointer === undefined || valueAt(held.args, pointer) === undefined) return undefined;
    // Where a value around it is hidden, the pointer leads to nothing.
    return shownValue(values, valueAt(held.shown, pointer) ?? redacted);
  };
  return {
    ...defined({
      amount: isHidden.amount ? redacted : read.amount,
      currency: isHidden.currency ? redacted : read.currency,
      reference: textAt(reference),
    }),
    payee: {
      ...defined({ name: textAt(payee.name) }),
      ...(isHidden.account
        ? { account: { result: 'hidden' as const } }
        : { account, ...defined({ institution, country }) }),
      ...(payment.facts === undefined ? {} : shownFigures(payment.facts.subject)),
    },
  };
}

/** Why the payment of a held call cannot be judged, as notes for its approvers. */
export function paymentNotes(held: Held): string[] {
  const read = readHeld(held)?.read;
  return read === undefined || !('fault' in read) ? [] : [`The payment cannot be judged: ${read.fault}.`];
}

/** The payment as a digest covers it: parts that approvers may not see as keyed hashes. */
export function coveredPayment(
  held: Held & { call: Pick<ToolCallDocument, '_id' | 'workspace_id'> },
  seal: RuleContext['seal'],
): object | undefined {
  const found = readHeld(held);
  if (found === undefined) return undefined;
  const { _id, workspace_id } = held.call;
  const { payment, read, isHidden } = found;
  const { formatted: _, ...account } = payment.payee.account;
  const covered = (value: unknown, hidden: boolean) =>
    hidden ? `hmac-sha-256=:${seal(workspace_id, canonicalJson([_id, value]))}:` : value;
  return {
    amount: covered(read.amount ?? null, isHidden.amount),
    currency: covered(read.currency ?? null, isHidden.currency),
    account: covered(account, isHidden.account),
    institution_id: covered(payment.payee.institution?.id ?? null, isHidden.account),
  };
}

/** A held payment as totals count it; undefined if its amount cannot be judged, or approvers may not see it. */
export function countedPayment(held: Held): PausedPayment | undefined {
  const found = readHeld(held);
  if (found === undefined) return undefined;
  const { payment, read, isHidden } = found;
  if (read.amount === undefined || isHidden.amount || isHidden.currency) return undefined;
  return { amount: read.amount, currency: read.currency, payee: payment.payee.named };
}

function readHeld({ call: { payment, redact }, args, shown }: Held): Read | undefined {
  if (payment === undefined) return undefined;
  const { declared } = payment;
  const hides = (redact?.args ?? []).length > 0;
  const isHidden = (pointer: unknown) =>
    hides && typeof pointer === 'string' && valueAt(args, pointer) !== valueAt(shown, pointer);
  return {
    payment,
    read: readPayment(declared, args),
    isHidden: {
      amount: isHidden(declared.amount),
      currency: isHidden(declared.currency),
      account: placesOf(declared.payee.account).some(isHidden),
    },
  };
}

/** Pointers into the arguments, and constants. */
function placesOf(account: PayeeAccount): unknown[] {
  return Object.values(account);
}
