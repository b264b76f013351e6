import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { PausedPayment } from '#engine/documents/run.ts';
import { type CurrencyTotal, PaymentSums } from '#engine/rules/payments/payment-sums.ts';
import type { Database } from '../mongo/database.ts';
import { type ApprovalFilter, waitingFor } from './approvals.ts';

/** How many groups are added up before other requests get their turn. */
const groupsAtOnce = 500;

/** The held calls that a filter selects, added up. */
export interface WaitingTotals {
  count: number;
  payments: CurrencyTotal[];
  oldest?: Date;
}

/** Held calls that are alike in their payment. */
interface Group {
  _id: { payment?: PausedPayment };
  count: number;
  oldest: Date;
}

/**
 * Adds up the held calls that a filter of the inbox selects (inbox.totals). MongoDB groups them by payment, and the amounts of the groups
 * are added one after the other: their sum may have more digits than MongoDB's decimals.
 */
export async function readApprovalTotals(db: Database, filter: ApprovalFilter): Promise<WaitingTotals> {
  const sums = new PaymentSums();
  const totals: WaitingTotals = { count: 0, payments: [] };
  if (filter.kind !== undefined && filter.kind !== 'confirmation') return totals;
  const { runs, items } = waitingFor({ ...filter, kind: 'confirmation' });
  const groups = db.runs.aggregate<Group>([
    { $match: { ...runs, paused_at: { $exists: true } } },
    { $unwind: '$pauses' },
    { $replaceRoot: { newRoot: '$pauses' } },
    { $match: items },
    { $project: { created_at: 1, payment: 1 } },
    { $group: { _id: { payment: '$payment' }, count: { $sum: 1 }, oldest: { $min: '$created_at' } } },
  ]);
  let read = 0;
  for await (const { _id, count, oldest } of groups) {
    totals.count += count;
    if (totals.oldest === undefined || oldest < totals.oldest) totals.oldest = oldest;
    if (_id.payment !== undefined) sums.add(_id.payment, count);
    read += 1;
    if (read % groupsAtOnce === 0) await yieldToOthers();
  }
  return { ...totals, payments: sums.totals() };
}
