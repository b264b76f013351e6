import type { JsonObject } from '#contract/json.ts';
import type { PaymentDeclaration } from '#contract/payment.ts';
import type { HeldPayment } from '../documents/held-payment.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { accountIdentity } from '../rules/payments/account-identity.ts';
import { payeeOf } from '../rules/payments/payee-of.ts';
import { declaredPlaces, identifyAt } from './identify-at.ts';

/**
 * Resolves the payee of a call whose patch declares a payment.
 * @returns undefined if the patch declares none
 * @throws if imported directories have to be read and cannot be
 */
export async function resolvePayment(
  { accounts, names }: Pick<JudgingPorts, 'accounts' | 'names'>,
  workspaceId: string,
  declared: PaymentDeclaration | undefined,
  args: JsonObject,
): Promise<HeldPayment | undefined> {
  if (declared === undefined) return undefined;
  const nameOf = await names.of(workspaceId);
  const { places, known } = declaredPlaces(declared);
  const found = await identifyAt(accounts, args, places, known);
  if ('fault' in found) {
    const named = nameOf('payee', ['malformed', JSON.stringify(found.given)]);
    return { declared, payee: { account: { result: 'malformed', message: found.fault }, named } };
  }
  const named = nameOf('payee', accountIdentity(found.result, found.request));
  return { declared, payee: { ...payeeOf(found.request, found.result), named } };
}
