import { plainReference } from '#contract/account-text.ts';
import { defined } from '#contract/defined.ts';
import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { PaymentAccount } from '#contract/payment.ts';
import { railFields, referenceFields } from '#contract/rail.ts';
import type { ResolvedPayee } from '../../documents/held-payment.ts';
import { toShown } from './shown-institution.ts';

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
