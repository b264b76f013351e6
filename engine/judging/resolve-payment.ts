import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import type { PaymentDeclaration } from '#contract/payment.ts';
import { valueAt } from '#patches/json-pointer.ts';
import { ShownValues, shownValue } from '#patches/shown-values.ts';
import type { HeldPayment } from '../documents/held-payment.ts';
import type { RunDocument } from '../documents/run.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { accountIdentity } from '../rules/payments/account-identity.ts';
import { payeeNameKey } from '../rules/payments/name-key.ts';
import { readPayment } from '../rules/payments/read-payment.ts';
import { payeeOf } from '../rules/payments/payee-of.ts';
import { accountOfBareText, declaredPlaces, identifyAt } from './identify-at.ts';

/**
 * Resolves the payee of a call whose patch declares a payment, and looks up what is known of it.
 * @returns undefined if the patch declares none
 * @throws if imported directories have to be read and cannot be
 */
export async function resolvePayment(
  { accounts, names, payees }: Pick<JudgingPorts, 'accounts' | 'names' | 'payees'>,
  { workspace_id, subject_ref }: Pick<RunDocument, 'workspace_id' | 'subject_ref'>,
  declared: PaymentDeclaration | undefined,
  args: JsonObject,
): Promise<HeldPayment | undefined> {
  if (declared === undefined) return undefined;
  const nameOf = await names.of(workspace_id);
  const { places, known } = declaredPlaces(declared);
  const found = await identifyAt(accounts, args, places, known);
  if ('fault' in found) {
    const account = { result: 'malformed' as const, message: found.fault };
    const bare = await accountOfBareText(accounts, args, places, known);
    if (bare === undefined) {
      const named = nameOf('payee', ['malformed', JSON.stringify(found.given)]);
      return { declared, payee: { account, named } };
    }
    const named = nameOf('payee', accountIdentity(bare.result, bare.request));
    const isBlocked = await isBlockedAccount({ payees }, { workspace_id, subject_ref }, { named });
    return { declared, payee: { account, named }, ...(isBlocked ? { blocked: true } : {}) };
  }
  const { request, result } = found;
  const named = nameOf('payee', accountIdentity(result, request));
  const name_key = payeeNameKey(declared, args);
  const { institution } = result;
  const facts = {
    ...(await payees.facts({
      workspace_id,
      named,
      name_key,
      subject_ref,
      paying: { ...readPayment(declared, args), reference: referenceOf(declared, args) },
    })),
    ...defined({
      institution_ids: institution && [institution.id, ...(institution.previous_ids ?? [])],
    }),
  };
  return { declared, payee: { ...payeeOf(request, result), named }, facts };
}

/** Whether the payee with a blind name is blocked, where nothing else can be known of it because its account is malformed. */
export async function isBlockedAccount(
  { payees }: Pick<JudgingPorts, 'payees'>,
  { workspace_id, subject_ref }: Pick<RunDocument, 'workspace_id' | 'subject_ref'>,
  { named }: Pick<HeldPayment['payee'], 'named'>,
): Promise<boolean> {
  const { status } = await payees.facts({ workspace_id, named, subject_ref, paying: {} });
  return status === 'blocked';
}

/** The reference as records of payments have it. */
export function referenceOf({ reference }: PaymentDeclaration, args: JsonObject): string | undefined {
  const value = reference === undefined ? undefined : valueAt(args, reference);
  return value === undefined ? undefined : shownValue(new ShownValues(), value);
}
