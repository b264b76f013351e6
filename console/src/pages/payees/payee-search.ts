import type { PayeeStatus } from '../../api/schema.ts';
import { payeeStatusNames } from '../../payments/payee-statuses.ts';
import { defined } from '#contract/defined.ts';
import { oneOf, textOf, writtenOf } from '../../text/query-string.ts';

/** The payees that are listed: the query string of the page. */
export interface PayeeSearch {
  /** A part of a name or of an account. */
  q?: string;
  status?: PayeeStatus;
}

/** The filters in a query string, without what they do not know. */
export function readPayeeSearch(search: Record<string, unknown>): PayeeSearch {
  return defined({
    q: textOf(writtenOf(search['q'])?.trim(), 200),
    status: oneOf(payeeStatusNames, search['status']),
  });
}
