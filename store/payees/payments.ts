import type { Filter } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import type { PaymentState, SentPayment } from '#contract/sent-payment.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import type { PaymentDocument } from '#engine/documents/payment.ts';
import { toSettlement } from '#engine/rules/payments/settle.ts';
import type { Database } from '../mongo/database.ts';
import { readPage } from '../mongo/page.ts';

/** A filter of the payments of a workspace. */
export interface PaymentFilter {
  workspace_id: string;
  /** The id of a payee. */
  payee?: string;
  min_amount?: number;
  max_amount?: number;
  currency?: string;
  state?: PaymentState;
  subject?: string;
  /** When they were sent. */
  from?: Date;
  to?: Date;
}

/** A payment with its payee, if the workspace has it. */
interface OfPayee {
  payment: PaymentDocument;
  payee?: PayeeDocument;
}

/** Newest first. The position is the time at which the last one was sent, and its id. */
export async function listPayments(
  db: Database,
  filter: PaymentFilter,
  limit: number,
  after?: string,
): Promise<Page<OfPayee, string>> {
  const matching = await matchingPayments(db, filter);
  if (matching === undefined) return { items: [], next: null };
  const cursor = db.payments.find({ $and: [matching, ...olderThan(after)] }).sort({ sent_at: -1, _id: -1 });
  const page = await readPage(cursor, limit, ({ _id, sent_at }) => `${sent_at.getTime()} ${_id}`);
  return { ...page, items: await withPayees(db, filter.workspace_id, page.items) };
}

async function matchingPayments(
  db: Database,
  { workspace_id, payee, min_amount, max_amount, currency, state, subject, from, to }: PaymentFilter,
): Promise<Filter<PaymentDocument> | undefined> {
  const named = payee === undefined ? undefined : await db.payees.findOne({ _id: payee, workspace_id });
  if (named === null) return undefined;
  const amount = defined({ $gte: min_amount, $lte: max_amount });
  const sent = defined({ $gte: from, $lt: to });
  return {
    workspace_id,
    ...defined({ payee: named?.named, currency, 'settlement.state': state, subject_ref: subject }),
    ...(Object.keys(amount).length === 0 ? {} : { amount_value: amount }),
    ...(Object.keys(sent).length === 0 ? {} : { sent_at: sent }),
  };
}

function olderThan(after: string | undefined): Filter<PaymentDocument>[] {
  if (after === undefined) return [];
  const [time, id = ''] = after.split(' ');
  const sent_at = new Date(Number(time));
  return [{ $or: [{ sent_at: { $lt: sent_at } }, { sent_at, _id: { $lt: id } }] }];
}

async function withPayees(
  db: Database,
  workspace_id: string,
  payments: readonly PaymentDocument[],
): Promise<OfPayee[]> {
  const names = [...new Set(payments.flatMap(({ payee }) => payee ?? []))];
  const payees = await db.payees.find({ workspace_id, named: { $in: names } }).toArray();
  const byName = new Map(payees.map((payee) => [payee.named, payee]));
  return payments.map((payment) => ({ payment, ...defined({ payee: byName.get(payment.payee ?? '') }) }));
}

/** A payment as the API shows it. */
export function toSentPayment({ payment, payee }: OfPayee): SentPayment {
  const { _id, run_id, thread_id, patch_ref, name, status, settlement, sent_at } = payment;
  const { subject_ref, amount, currency, reference } = payment;
  return {
    tool_call_id: _id,
    run_id,
    thread_id,
    ...defined({ subject_ref }),
    patch_ref,
    ...defined({ amount, currency, reference }),
    payee: defined({ name, ...shownPayee(payee) }),
    status,
    settlement: toSettlement(settlement),
    sent_at: toTimestamp(sent_at),
  };
}

function shownPayee(payee: PayeeDocument | undefined): SentPayment['payee'] {
  if (payee === undefined) return {};
  const { _id: id, account, institution, country, status } = payee;
  return { id, account, ...defined({ institution, country }), status };
}
