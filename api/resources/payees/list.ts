import { PayeeStatusName } from '#contract/payee-status.ts';
import { Payee } from '#contract/payee.ts';
import { text } from '#contract/text.ts';
import type { Database } from '#store/mongo/database.ts';
import { withPaid } from '#store/payees/paid.ts';
import { listPayees as list } from '#store/payees/payees.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listPayees = listEndpoint({
  operation: 'listPayees',
  summary: 'List the accounts that payments named, newest first',
  path: '/v1/payees',
  noun: 'payee',
  role: 'viewer',
  filters: {
    status: PayeeStatusName.optional(),
    q: text({ min: 1, max: 200, trimmed: true }).optional().meta({
      description: 'A part of a name or of an account, whatever its case, accents and white space.',
    }),
  },
  item: Payee,
  read: async ({ db }: { db: Database }, filter, limit, after) => {
    const { items, next } = await list(db, filter, limit, after);
    return { items: await withPaid(db, filter.workspace_id, items), next };
  },
  present: (payee) => payee,
});
