import type { Returned, ShownAccount } from '#contract/approval-check.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { valueAt } from '#patches/json-pointer.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import type { RuleContext } from '../stored.ts';
import type { WaitingCall } from './waiting-call.ts';

/** A call, and to what its account references led when it came to its gate. */
type Held = WaitingCall<Pick<ToolCallDocument, 'args' | 'redact' | 'applied_gate' | 'accounts'>>;

/** Whether the account references of a held call lead to what they led to when it was shown (approval-policy.checks.identify). */
export function leadToSame(
  { accounts: shown = [] }: Pick<ToolCallDocument, 'accounts'>,
  accounts: ShownAccount[] = [],
): boolean {
  return canonicalJson(shown) === canonicalJson(accounts);
}

/** The accounts of a held call as approvers see them: nothing of a reference that the patch redacts, even in part. */
export function shownAccounts(
  held: Held,
  accounts: ShownAccount[] | undefined = held.call.accounts,
): ShownAccount[] | undefined {
  return withoutHidden(held, accounts, ({ pointers }): ShownAccount => ({ pointers, result: 'hidden' }));
}

/** The accounts as a digest covers them: one that approvers may not see as a keyed hash. */
export function coveredAccounts(
  held: Held & { call: Pick<ToolCallDocument, '_id' | 'workspace_id'> },
  seal: RuleContext['seal'],
): (ShownAccount | string)[] | undefined {
  const { call } = held;
  const hide = (account: ShownAccount) =>
    `hmac-sha-256=:${seal(call.workspace_id, canonicalJson([call._id, account]))}:`;
  return withoutHidden(held, call.accounts, hide);
}

/** Why a held call is back at its gate; undefined if it has never left it. */
export function returnedOf(held: Held & { call: Pick<ToolCallDocument, 'returned'> }): Returned | undefined {
  if (held.call.returned === undefined) return undefined;
  const { reason, at, accounts } = held.call.returned;
  const shown = shownAccounts(held, accounts ?? []);
  return { reason, at: toTimestamp(at), ...(accounts === undefined ? {} : { accounts: shown }) };
}

function withoutHidden<Hidden>(
  { call, args, shown }: Held,
  accounts: ShownAccount[] | undefined,
  hide: (account: ShownAccount) => Hidden,
): (ShownAccount | Hidden)[] | undefined {
  if (accounts === undefined || (call.redact?.args ?? []).length === 0) return accounts;
  // Where a value around it is hidden, the pointer leads to nothing.
  const isHidden = ({ pointers }: ShownAccount) =>
    pointers.some((pointer) => valueAt(shown, pointer) !== valueAt(args, pointer));
  return accounts.map((account) => (isHidden(account) ? hide(account) : account));
}
