import { defined } from '#contract/defined.ts';
import type { PaidBefore, PayeeFacts } from '#engine/documents/payee-facts.ts';
import type { NamedPayee } from '#engine/ports/payees.ts';
import type { Database } from '../mongo/database.ts';
import { countedStates } from './paid.ts';

/** For how long another account of a name is remembered. */
const otherAccountMs = 180 * 24 * 60 * 60 * 1000;

/** Payments that are alike in what the facts are about: at most eight groups. */
interface Group {
  _id: { payee: boolean; name: boolean; subject: boolean };
  count: number;
  first: Date;
  last: Date;
}

/** Looks up what is known of a payee (payee.facts): two reads at once, whatever the number of payments. */
export async function payeeFacts(
  db: Database,
  { workspace_id, named, name_key, subject_ref }: NamedPayee,
): Promise<PayeeFacts> {
  const sent = { workspace_id, 'settlement.state': { $in: countedStates } };
  const ofName =
    name_key === undefined
      ? []
      : [
          {
            ...sent,
            payee: { $exists: true },
            name_key,
            sent_at: { $gte: new Date(Date.now() - otherAccountMs) },
          },
        ];
  const [payee, groups] = await Promise.all([
    db.payees.findOne({ workspace_id, named }, { projection: { status: 1 } }),
    db.payments
      .aggregate<Group>([
        { $match: { $or: [{ ...sent, payee: named }, ...ofName] } },
        {
          $group: {
            _id: {
              payee: { $eq: ['$payee', named] },
              name: { $eq: ['$name_key', name_key ?? null] },
              subject: { $eq: ['$subject_ref', subject_ref] },
            },
            count: { $sum: 1 },
            first: { $min: '$sent_at' },
            last: { $max: '$sent_at' },
          },
        },
      ])
      .toArray(),
  ]);
  return {
    ...defined({ id: payee?._id }),
    status: payee?.status ?? 'open',
    known_name: name_key !== undefined && groups.some(({ _id }) => _id.payee && _id.name),
    ...paidIn(groups),
    subject: paidIn(groups.filter(({ _id }) => _id.subject)),
  };
}

function paidIn(groups: readonly Group[]): PaidBefore {
  const toPayee = groups.filter(({ _id }) => _id.payee);
  const firsts = toPayee.map(({ first }) => first.getTime());
  const lasts = toPayee.map(({ last }) => last.getTime());
  return {
    payments: toPayee.reduce((sum, { count }) => sum + count, 0),
    ...(toPayee.length === 0
      ? {}
      : { first_paid_at: new Date(Math.min(...firsts)), last_paid_at: new Date(Math.max(...lasts)) }),
    other_account: groups.some(({ _id }) => !_id.payee),
  };
}
