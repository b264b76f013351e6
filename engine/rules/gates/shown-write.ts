import { defined } from '#contract/defined.ts';
import type { Approvals } from '#contract/gate.ts';
import type { HeldWrite } from '#contract/thread.ts';
import { accountNotes } from '../origins/account-origins.ts';
import { shownOrigins } from '../origins/shown-origins.ts';
import { unusualOf } from '../payments/unusual.ts';
import { paymentNotes, shownPayment } from '../payments/shown-payment.ts';
import { shownAmounts } from '../policies/shown-amounts.ts';
import { returnedOf, shownAccounts } from './accounts.ts';
import { shownEarlier } from './turned-down.ts';
import type { WaitingCall } from './waiting-call.ts';

/**
 * A gated call as people see it, while it is held and after it: everything but its digest, which says what is decided on.
 * @param approvals those that it has while it is held
 */
export function shownWrite(
  waiting: WaitingCall,
  approvals?: Approvals,
): Omit<HeldWrite, 'digest' | 'document' | 'not_before'> {
  const { call, gate, args, shown } = waiting;
  const { connection, effect, name, revised_from, reason, risk, set, summary, turn_seq } = call;
  const notes = [...paymentNotes(waiting), ...accountNotes(call), ...(gate.notes ?? [])];
  return {
    ...shownEarlier(call),
    ...defined({ payment: shownPayment(waiting), unusual: unusualOf(call, 'subject') }),
    summary: summary ?? { title: name },
    ...(gate.amounts === undefined ? {} : { amounts: shownAmounts(gate.amounts, args, shown) }),
    args: shown,
    ...(connection === undefined ? {} : { connection: { id: connection.id, name: connection.name } }),
    risk: risk?.effective ?? 'low',
    ...(set === undefined ? {} : { set: { turn: turn_seq, ...set } }),
    ...defined({ approvals }),
    ...defined({ origins: call.origins && shownOrigins(call.origins) }),
    ...defined({ accounts: shownAccounts(waiting), returned: returnedOf(waiting) }),
    ...('policy' in gate.rule ? { gate_rule: gate.rule } : {}),
    ...(notes.length === 0 ? {} : { notes }),
    ...defined({ repeats: effect?.repeats, revised_from, reason }),
  };
}
