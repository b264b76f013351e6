import { defined } from '#contract/defined.ts';
import { withoutSeparators } from '#contract/account-text.ts';
import type { ShownPayment } from '#contract/payment.ts';
import { referenceFields } from '#contract/rail.ts';
import type { PayeeDocument } from '../../documents/payee.ts';
import type { RuleContext } from '../stored.ts';
import { nameKey } from './name-key.ts';

/** An account as it is known, with the blind name that all its references share. */
type FoundPayee = Pick<PayeeDocument, 'workspace_id' | 'named'> & ShownPayment['payee'];

/** The names that somebody gives a payee. */
export function withNames(
  names: readonly string[] = [],
): Pick<PayeeDocument, 'given_names' | 'given_name_keys'> {
  if (names.length === 0) return {};
  return { given_names: [...new Set(names)], given_name_keys: [...new Set(names.map(nameKey))] };
}

/** A payee as it is stored first. */
export function newPayee(
  { workspace_id, named, account, institution, country }: FoundPayee,
  created_at: Date,
  newId: RuleContext['newId'],
): PayeeDocument {
  const references = referenceFields.flatMap((field) => account[field] ?? []);
  return {
    _id: newId(),
    workspace_id,
    named,
    account,
    ...defined({ institution, country }),
    account_text: withoutSeparators(references.join(' ')),
    status: 'open',
    created_at,
  };
}
