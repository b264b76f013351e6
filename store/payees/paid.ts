import { defined } from '#contract/defined.ts';
import type { Payee } from '#contract/payee.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import { PaymentSums } from '#engine/rules/payments/payment-sums.ts';
import type { Database } from '../mongo/database.ts';

/** The most names of a payee that are shown. */
const mostNames = 100;
/** How many groups are added up before other requests get their turn. */
const groupsAtOnce = 500;

type Name = Payee['names'][number];

/** The payments to a payee, added up, and the names they used. */
interface Paid {
  payments: number;
  first?: Date;
  last?: Date;
  sums: PaymentSums;
  names: Name[];
}

/** Payments to a payee that are alike in amount and currency. */
interface AmountGroup {
  _id: { payee: string; currency?: string; amount?: string };
  count: number;
  first: Date;
  last: Date;
}

interface NameGroup {
  _id: { payee: string; name: string };
  first: Date;
  last: Date;
}

/** Payees with what was paid to them, added up from their payments (payee.totals). */
export async function withPaid(
  db: Database,
  workspace_id: string,
  payees: readonly PayeeDocument[],
): Promise<Payee[]> {
  const paid = new Map<string, Paid>(
    payees.map(({ named }) => [named, { payments: 0, sums: new PaymentSums(), names: [] }]),
  );
  const ofPayees = { workspace_id, payee: { $in: payees.map(({ named }) => named) } };
  await Promise.all([addAmounts(db, ofPayees, paid), addNames(db, ofPayees, paid)]);
  return payees.map((payee) => shown(payee, paid.get(payee.named)));
}

/** MongoDB groups the payments, and the amounts of the groups are added one after the other: their sum may have more digits than its decimals. */
async function addAmounts(db: Database, ofPayees: object, paid: ReadonlyMap<string, Paid>): Promise<void> {
  const groups = db.payments.aggregate<AmountGroup>([
    { $match: { ...ofPayees, 'settlement.state': { $in: countedStates } } },
    {
      $group: {
        _id: { payee: '$payee', currency: '$currency', amount: '$amount' },
        count: { $sum: 1 },
        first: { $min: '$sent_at' },
        last: { $max: '$sent_at' },
      },
    },
  ]);
  let read = 0;
  for await (const { _id, count, first, last } of groups) {
    const { payee, currency, amount } = _id;
    const to = paid.get(payee);
    if (to === undefined) continue;
    to.payments += count;
    if (to.first === undefined || first < to.first) to.first = first;
    if (to.last === undefined || last > to.last) to.last = last;
    if (amount !== undefined && currency !== undefined) to.sums.add({ amount, currency, payee }, count);
    read += 1;
    if (read % groupsAtOnce === 0) await yieldToOthers();
  }
}

/** Payments that count for their payee: those that were sent, and have not come back. */
export const countedStates = ['sent', 'settled'] as const;

async function addNames(db: Database, ofPayees: object, paid: ReadonlyMap<string, Paid>): Promise<void> {
  const groups = db.payments.aggregate<NameGroup>([
    { $match: { ...ofPayees, name: { $exists: true } } },
    {
      $group: {
        _id: { payee: '$payee', name: '$name' },
        first: { $min: '$sent_at' },
        last: { $max: '$sent_at' },
      },
    },
    { $sort: { last: -1 } },
  ]);
  let read = 0;
  for await (const { _id, first, last } of groups) {
    const names = paid.get(_id.payee)?.names;
    if (names !== undefined && names.length < mostNames) {
      names.push({ name: _id.name, first_used_at: toTimestamp(first), last_used_at: toTimestamp(last) });
    }
    read += 1;
    if (read % groupsAtOnce === 0) await yieldToOthers();
  }
}

function shown(payee: PayeeDocument, paid: Paid | undefined): Payee {
  const { _id, account, institution, country, status, note, created_at, given_names = [] } = payee;
  const { payments = 0, first, last, sums = new PaymentSums(), names = [] } = paid ?? {};
  const used = new Set(names.map(({ name }) => name));
  const given = given_names.filter((name) => !used.has(name)).map((name) => ({ name }));
  return {
    id: _id,
    account,
    ...defined({ institution, country }),
    names: [...names, ...given].slice(0, mostNames),
    ...defined({
      first_paid_at: first && toTimestamp(first),
      last_paid_at: last && toTimestamp(last),
    }),
    payments,
    totals: sums.totals().map(({ currency, amount }) => ({ currency, amount })),
    status,
    ...defined({ note }),
    created_at: toTimestamp(created_at),
  };
}
