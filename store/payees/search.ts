import type { Filter } from 'mongodb';
import { withoutSeparators } from '#contract/account-text.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import { nameKey } from '#engine/rules/payments/name-key.ts';
import type { Database } from '../mongo/database.ts';

/** The most payees that are found by the names of their payments. */
const mostByName = 1000;

/** A filter for payees whose account, or a name of theirs, has a text as a part. */
export async function searchFor(
  db: Database,
  workspace_id: string,
  q: string,
): Promise<Filter<PayeeDocument>> {
  const name = nameKey(q);
  const account = withoutSeparators(q);
  const byName = name === '' ? [] : await payeesNamed(db, workspace_id, name);
  const ways: Filter<PayeeDocument>[] = [
    ...(account === '' ? [] : [{ account_text: containing(account) }]),
    ...(name === '' ? [] : [{ given_name_keys: containing(name) }]),
    ...(byName.length === 0 ? [] : [{ named: { $in: byName } }]),
  ];
  // Nothing has a text without letters and digits as a part.
  return ways.length === 0 ? { _id: { $in: [] } } : { $or: ways };
}

/** The payees to which payments went under a name with this part. */
async function payeesNamed(db: Database, workspace_id: string, part: string): Promise<string[]> {
  const found = await db.payments
    .aggregate<{ _id: string }>([
      { $match: { workspace_id, name_key: containing(part), payee: { $exists: true } } },
      { $group: { _id: '$payee', last: { $max: '$sent_at' } } },
      { $sort: { last: -1 } },
      { $limit: mostByName },
    ])
    .toArray();
  return found.map(({ _id }) => _id);
}

function containing(text: string): RegExp {
  return new RegExp(RegExp.escape(text));
}
