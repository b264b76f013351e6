import { defined } from '#contract/defined.ts';
import { redacted } from '#patches/redact.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';
import type { PaymentRecord } from '../../documents/payment.ts';
import type { RunDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { waitingCall } from '../gates/waiting-call.ts';
import { isInDoubt } from '../resolve-call.ts';
import type { CallChange, RuleContext } from '../stored.ts';
import { wasSent } from '../was-sent.ts';
import { payeeNameKey } from './name-key.ts';
import { newPayee } from './new-payee.ts';
import { shownPayment } from './shown-payment.ts';

/**
 * The payments among changed calls that have their result: each is recorded in the same write. One that certainly failed, or only
 * repeats another, is none.
 */
export function sentPayments(
  run: RunDocument,
  changes: readonly CallChange[],
  { now, newId }: Pick<RuleContext, 'now' | 'newId'>,
): PaymentRecord[] {
  return changes.flatMap(({ before, set }) => {
    const call = { ...before, ...set };
    const { payment, repeated } = call;
    if (payment === undefined || repeated !== undefined || !wasSent(before, set)) return [];
    if (call.status !== 'ok' && !isInDoubt(call)) return [];
    return [recordOf(run, { ...call, payment }, now, newId)];
  });
}

function recordOf(
  { workspace_id, thread_id, subject_ref }: RunDocument,
  call: ToolCallDocument & { payment: HeldPayment },
  now: Date,
  newId: RuleContext['newId'],
): PaymentRecord {
  const waiting = waitingCall(call);
  const shown = shownPayment(waiting);
  const { declared, payee } = call.payment;
  const { account, named } = payee;
  const isKnown = shown !== undefined && account.result !== 'malformed';
  const status = call.status === 'ok' ? 'ok' : 'outcome_unknown';
  const name = visible(shown?.payee.name);
  const amount = visible(shown?.amount);
  return {
    payment: {
      _id: call._id,
      workspace_id,
      run_id: call.run_id,
      thread_id,
      subject_ref,
      patch_ref: call.patch_ref,
      ...defined({
        payee: isKnown ? named : undefined,
        name,
        name_key: name && payeeNameKey(declared, waiting.args),
        amount,
        amount_value: amount === undefined ? undefined : Number(amount),
        currency: visible(shown?.currency),
        reference: visible(shown?.reference),
        reserved: call.reserved,
      }),
      status,
      settlement: { state: status === 'ok' ? 'sent' : 'unknown', at: now },
      sent_at: call.sending?.first_at ?? now,
    },
    ...(isKnown ? { payee: newPayee({ workspace_id, named, ...shown.payee }, now, newId) } : {}),
  };
}

function visible(text: string | undefined): string | undefined {
  return text === redacted ? undefined : text;
}
