import { defined } from '#contract/defined.ts';
import type { PayeeFigures, ShownPayment } from '#contract/payment.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';
import type { PaidBefore } from '../../documents/payee-facts.ts';

/** Earlier payments to a payee, as people see them. */
export function shownFigures({
  payments,
  first_paid_at,
  last_paid_at,
  other_account,
}: PaidBefore): PayeeFigures {
  return {
    known: payments > 0,
    payments,
    ...defined({
      first_paid_at: first_paid_at && toTimestamp(first_paid_at),
      last_paid_at: last_paid_at && toTimestamp(last_paid_at),
    }),
    other_account,
  };
}

/**
 * A shown payment as the workspace sees it: what all its subjects have paid, and its status. Others see what the run's subject has paid
 * (payment.shown-first.whose).
 * @param facts those that are stored with the call
 */
export function shownToWorkspace(payment: ShownPayment, facts: HeldPayment['facts']): ShownPayment {
  if (facts === undefined) return payment;
  const { first_paid_at: _, last_paid_at: __, ...payee } = payment.payee;
  const { id, status } = facts;
  return { ...payment, payee: { ...payee, ...defined({ id }), status, ...shownFigures(facts) } };
}
