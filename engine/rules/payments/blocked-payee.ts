import type { CallRefusal } from '../inputs.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';

/** Why a call is denied whose payee is blocked, with and without a gate (payee.blocked). */
export const blockedPayee: CallRefusal = {
  code: 'denied_by_policy',
  message: 'The call is denied by the rule "blocked payee": the workspace makes no payments to this account.',
};

/** Why a call is denied; undefined if its payee was not blocked when it was looked up, or it is no payment. */
export function refusedPayee(payment: HeldPayment | undefined): CallRefusal | undefined {
  return payment?.blocked === true || payment?.facts?.status === 'blocked' ? blockedPayee : undefined;
}
