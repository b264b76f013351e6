import { defined } from '#contract/defined.ts';
import type { PaidBefore, PayeeFacts } from '#engine/documents/payee-facts.ts';
import type { NamedPayee } from '#engine/ports/payees.ts';
import { isAboveUsual } from '#engine/rules/payments/unusual.ts';
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

/** Looks up what is known of a payee (payee.facts): four reads at once, whatever the number of payments. */
export async function payeeFacts(
  db: Database,
  { workspace_id, named, name_key, subject_ref, paying }: NamedPayee,
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
  const toPayee = { workspace_id, payee: named };
  const [above_usual, possible_duplicate, payee, groups] = await Promise.all([
    isAboveLatest(db, toPayee, paying),
    isDuplicate(db, { ...toPayee, subject_ref }, paying),
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
    ...(above_usual ? { above_usual } : {}),
    ...(possible_duplicate ? { possible_duplicate } : {}),
    ...paidIn(groups),
    subject: paidIn(groups.filter(({ _id }) => _id.subject)),
  };
}

/** The payments to which an amount is compared. */
const latestPayments = 10;

async function isAboveLatest(
  db: Database,
  toPayee: { workspace_id: string; payee: string },
  { amount, currency }: NamedPayee['paying'],
): Promise<boolean> {
  if (amount === undefined || currency === undefined) return false;
  const latest = await db.payments
    .find({ ...toPayee, currency, 'settlement.state': { $in: countedStates } })
    .sort({ sent_at: -1 })
    .limit(latestPayments)
    .project<{ amount_value?: number }>({ amount_value: 1 })
    .toArray();
  const amounts = latest.flatMap(({ amount_value }) => amount_value ?? []);
  return isAboveUsual(amount, amounts);
}

/** For how long a payment can be a duplicate of another one. */
const duplicateMs = 30 * 24 * 60 * 60 * 1000;

/** Whether the subject has made the same payment lately, and it has not come back. One of an unknown outcome may have been made. */
async function isDuplicate(
  db: Database,
  bySubject: { workspace_id: string; payee: string; subject_ref: string },
  { amount, currency, reference }: NamedPayee['paying'],
): Promise<boolean> {
  const same = [
    ...(amount === undefined || currency === undefined ? [] : [{ amount, currency }]),
    ...(reference === undefined || reference.trim() === '' ? [] : [{ reference }]),
  ];
  if (same.length === 0) return false;
  const sent_at = { $gte: new Date(Date.now() - duplicateMs) };
  const found = await db.payments.findOne(
    { ...bySubject, sent_at, 'settlement.state': { $nin: ['returned', 'failed'] }, $or: same },
    { projection: { _id: 1 } },
  );
  return found !== null;
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
