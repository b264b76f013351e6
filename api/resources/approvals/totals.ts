import { z } from 'zod';
import { ApprovalTotals } from '#contract/approval-totals.ts';
import { defined } from '#contract/defined.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from '#store/mongo/database.ts';
import { readApprovalTotals } from '#store/runs/approval-totals.ts';
import { scopeOf } from '../../http/authentication/caller.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { narrow } from '../../http/pagination/list-endpoint.ts';
import { approvalFilters, asOfNow } from './filters.ts';

export const getApprovalTotals = endpoint({
  operation: 'getApprovalTotals',
  summary:
    'Add up the held writes that wait for a confirmation: how many, and how much they pay in each currency',
  method: 'get',
  path: '/v1/loom/approvals/totals',
  access: 'subject-or-workspace',
  noun: 'approval',
  role: 'viewer',
  query: z.strictObject(approvalFilters),
  status: 200,
  data: ApprovalTotals,
  async handle({ db }: { db: Database }, { caller, query }) {
    const filter = narrow(scopeOf(caller), defined(query));
    if (filter === undefined) return { data: { count: 0, payments: [] } };
    const { oldest, ...totals } = await readApprovalTotals(db, await asOfNow(db, filter));
    return {
      data: { ...totals, ...(oldest === undefined ? {} : { oldest_created_at: toTimestamp(oldest) }) },
    };
  },
});
