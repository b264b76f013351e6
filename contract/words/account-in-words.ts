import type { ReturnReason } from '../approval-check.ts';
import { visibleLine } from './unseen-characters.ts';

/** The fields of an account that are read. Pages know the names of rails and reasons only as texts, and have no schemas. */
export type DescribedAccount = {
  result: 'identified' | 'not_found' | 'unsupported' | 'malformed' | 'hidden';
} & {
  [Name in 'rail' | 'reference' | 'reason' | 'country' | 'message']?: string | undefined;
} & {
  institution?: { name: string; branch?: string | undefined } | undefined;
  account_valid?: boolean | undefined;
};

/** To what an account reference of a held write leads, as a line for a person. */
export function describeAccount(account: DescribedAccount & { pointers: string[] }): string {
  return `Account at ${visibleLine(account.pointers.join(', '))}: ${accountInWords(account)}`;
}

/** The reason why a held write is back at its gate. */
export interface DescribedReturn {
  reason: keyof typeof reasons;
  accounts?: DescribedAccount[] | undefined;
}

/** Why a held write that was approved before is back at its gate, as a line for a person. */
export function describeReturn({ reason, accounts = [] }: DescribedReturn): string {
  const before = reason === 'identify' ? ` (before: ${accounts.map(accountInWords).join('; ')})` : '';
  return `It was approved before and went back to its gate, because ${reasons[reason]}${before}. It needs all of its approvals again.`;
}

const reasons = {
  not_sent_in_time: 'it could not be sent in time',
  approval_age: 'an approval was older than the policy allows',
  identify: 'an account reference now resolves to another account',
  connection: 'its connection was changed',
  facts: 'by what is known of its payee now, the policy asks for more',
} satisfies Record<ReturnReason, string>;

/** An account, with its bank and country, or why it has none. */
export function accountInWords({
  result,
  reference = '',
  rail = '',
  institution,
  country,
  reason,
  message = '',
  account_valid,
}: DescribedAccount): string {
  switch (result) {
    case 'identified': {
      const holder = [institution?.name, institution?.branch, country].filter((part) => part !== undefined);
      const doubt = account_valid === false ? ', but the account number does not fit' : '';
      return visibleLine(`${rail} ${reference} at ${holder.join(', ')}${doubt}`);
    }
    case 'not_found':
    case 'unsupported':
      return visibleLine(`${rail} ${reference}: ${reason ?? result}`);
    case 'malformed':
      return visibleLine(`not an account reference: ${message}`);
    case 'hidden':
      return 'redacted';
  }
}
