import { defined } from '#contract/defined.ts';
import { oneOf, textOf } from '../../text/query-string.ts';

export const inboxKinds = ['confirmation', 'action', 'question'] as const;
export const inboxRisks = ['low', 'medium', 'high', 'critical'] as const;
export const inboxSorts = ['age', 'amount', 'expiry'] as const;

/** The query string of the inbox. */
export interface InboxSearch {
  view?: 'decided';
  kind?: (typeof inboxKinds)[number];
  risk?: (typeof inboxRisks)[number];
  subject?: string;
  /** Only items that the signed-in person may approve now. */
  mine?: true;
  /** Default: age. */
  sort?: (typeof inboxSorts)[number];
  /** The call that is shown in full, and its run. */
  call?: string;
  run?: string;
  /** Filter of past decisions. */
  decision?: 'approve' | 'reject';
}

const longest = 255;

/** Reads the query string of the inbox. What it does not say, or says wrongly, is not there. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  return defined({
    view: oneOf(['decided'] as const, search['view']),
    kind: oneOf(inboxKinds, search['kind']),
    risk: oneOf(inboxRisks, search['risk']),
    subject: textOf(search['subject'], longest),
    mine: oneOf([true] as const, search['mine']),
    sort: oneOf(inboxSorts, search['sort']),
    call: textOf(search['call'], longest),
    run: textOf(search['run'], longest),
    decision: oneOf(['approve', 'reject'] as const, search['decision']),
  });
}
