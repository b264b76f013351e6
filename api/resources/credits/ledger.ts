import { LedgerEntry } from '#contract/credits.ts';
import { listLedger as list, toLedgerEntry } from '#store/money/ledger.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listLedger = listEndpoint({
  operation: 'listLedger',
  summary: 'List every change of the balance, with the balance after it',
  path: '/v1/credits/ledger',
  noun: 'entry',
  role: 'viewer',
  item: LedgerEntry,
  read: async ({ db }: { db: Database }, { workspace_id }, limit, after?: number) =>
    await list(db, workspace_id, limit, after),
  present: toLedgerEntry,
});
