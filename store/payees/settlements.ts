import { defined } from '#contract/defined.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { PaymentSettlement, ReportedState } from '#contract/sent-payment.ts';
import type { PaymentDocument } from '#engine/documents/payment.ts';
import { type SettledPayment, settle, toSettlement } from '#engine/rules/payments/settle.ts';
import { settlementEvent } from '#engine/rules/payments/settlement-event.ts';
import { countAmounts } from '../approval-limits/counters.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { Commit } from '../mongo/commit.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';

/** A report of what became of a payment. */
interface Report {
  state: ReportedState;
  detail?: JsonObject | undefined;
}

/**
 * Stores what became of a payment, with its event, and gives the amounts of one that came back to its limits
 * (payment.settlement). A report that changes nothing stores nothing.
 * @returns the settlement that now stands
 * @throws {ServiceError} `not_found` if there is no such call, `call_not_executed` if it made no payment
 * @throws {ContentionError} if others keep changing the payment
 */
export async function settlePayment(
  db: Database,
  acting: Acting,
  tool_call_id: string,
  report: Report,
): Promise<PaymentSettlement> {
  return await retryOnConflict('the payment', async () => {
    const payment = await sentPayment(db, acting.workspace_id, tool_call_id);
    const settled = settle(payment, report, new Date());
    if (settled !== undefined) await storeSettled(db, acting, payment, settled);
    return { tool_call_id, settlement: toSettlement(settled?.payment.settlement ?? payment.settlement) };
  });
}

async function sentPayment(db: Database, workspace_id: string, _id: string): Promise<PaymentDocument> {
  const payment = await db.payments.findOne({ _id, workspace_id });
  if (payment !== null) return payment;
  const call = await db.tool_calls.findOne({ _id }, { projection: { run_id: 1 } });
  const run = call && (await db.runs.findOne({ _id: call.run_id, workspace_id }, { projection: { _id: 1 } }));
  if (run === null) throw notFound('payment');
  throw new ServiceError('call_not_executed', 'The call is no payment that was sent and has ended.');
}

async function storeSettled(
  db: Database,
  acting: Acting,
  before: PaymentDocument,
  { payment, state, givenBack }: SettledPayment,
): Promise<void> {
  const { _id, workspace_id, payee: named = '', run_id, settlement } = payment;
  const [run, payee] = await Promise.all([
    db.runs.findOne({ _id: run_id }),
    db.payees.findOne({ workspace_id, named }, { projection: { _id: 1 } }),
  ]);
  const about = { run: run ?? undefined, ...defined({ payee_id: payee?._id }) };
  const commit = new Commit(db)
    .changePayment(before, payment)
    .insert('events', [settlementEvent(payment, state, about, { now: settlement.at, newId })])
    .checkFirst(async (session) => {
      await recordAudit(db, session, acting, {
        type: 'payment.settlement_changed',
        target: { kind: 'tool_call', id: _id },
        details: { run_id, state, state_before: before.settlement.state },
      });
    });
  if (givenBack.length > 0) {
    const amounts = { reserved: [], givenBack };
    commit.checkFirst(async (session) => await countAmounts(db, session, workspace_id, amounts));
  }
  await commit.write();
}
