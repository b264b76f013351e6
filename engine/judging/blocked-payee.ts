import type { HeldPayment } from '../documents/held-payment.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import type { CallRefusal } from '../rules/inputs.ts';

const refusal: CallRefusal = {
  code: 'denied_by_policy',
  message: 'The call is denied by the rule "blocked payee": the workspace makes no payments to this account.',
};

/**
 * Why a call is denied whose payee is blocked, with and without a gate (payee.blocked).
 * @returns undefined if it is not blocked, or the call is no payment
 */
export async function refusedPayee(
  { payees }: Pick<JudgingPorts, 'payees'>,
  workspaceId: string,
  payment: HeldPayment | undefined,
): Promise<CallRefusal | undefined> {
  if (payment === undefined) return undefined;
  return (await payees.isBlocked(workspaceId, payment.payee.named)) ? refusal : undefined;
}
