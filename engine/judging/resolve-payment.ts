import { plainReference } from '#contract/account-text.ts';
import { defined } from '#contract/defined.ts';
import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { JsonObject } from '#contract/json.ts';
import type { PaymentAccount, PaymentDeclaration } from '#contract/payment.ts';
import { railFields, referenceFields } from '#contract/rail.ts';
import type { HeldPayment, ResolvedPayee } from '../documents/held-payment.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { accountIdentity } from '../rules/payments/account-identity.ts';
import { identifyAt, toShown } from './identify-at.ts';

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
  const { rail, country, ...fields } = declared.payee.account;
  const isPointed = typeof country === 'string';
  const found = await identifyAt(
    accounts,
    args,
    { ...fields, ...(isPointed ? { country } : {}) },
    { rail: rail?.constant, ...(isPointed || country === undefined ? {} : { country: country.constant }) },
  );
  if ('fault' in found) {
    const named = nameOf('payee', ['malformed', JSON.stringify(found.given)]);
    return { declared, payee: { account: { result: 'malformed', message: found.fault }, named } };
  }
  const named = nameOf('payee', accountIdentity(found.result, found.request));
  return { declared, payee: { ...payeeOf(found.request, found.result), named } };
}

/** The payee of a reference that Identify knows, without its blind name. */
export function payeeOf(request: IdentifyRequest, found: IdentifyResult): Omit<ResolvedPayee, 'named'> {
  const { result, institution, country, account, reason } = found;
  return {
    account: {
      result,
      ...fieldsOf(request, found),
      ...defined({ formatted: account?.formatted ?? found.reference, valid: account?.valid, reason }),
    },
    ...defined({ institution: institution && toShown(institution), country }),
  };
}

/** The reference by the fields of Identify, each as Identify compares it. */
function fieldsOf(
  request: IdentifyRequest,
  { rail, reference, account }: IdentifyResult,
): Partial<PaymentAccount> {
  const fields: Partial<PaymentAccount> = { rail, ...defined({ country: request.country }) };
  for (const field of referenceFields) {
    const text = request[field];
    if (text !== undefined) fields[field] = plainReference(text, field);
  }
  fields[railFields[rail].reference] = reference;
  if (request.account_number === undefined || account === undefined || rail === 'iban') return fields;
  fields.account_number = account.number;
  // A number may belong to a sort code beside the one that was given.
  if (rail === 'sort_code' && account.bank_code !== undefined) fields.sort_code = account.bank_code;
  return fields;
}
