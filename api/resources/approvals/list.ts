import { ShownApproval } from '#contract/approval.ts';
import type { Database } from '#store/mongo/database.ts';
import { listWaitingItems, toItem } from '#store/runs/approvals.ts';
import { shownTo } from '../../http/authentication/caller.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';
import { approvalFilters, asOfNow } from './filters.ts';

export const listApprovals = listEndpoint({
  operation: 'listApprovals',
  summary: 'List items that wait for a person, longest waiting first',
  path: '/v1/loom/approvals',
  access: 'subject-or-workspace',
  noun: 'approval',
  role: 'viewer',
  filters: approvalFilters,
  item: ShownApproval,
  read: async ({ db }: { db: Database }, filter, limit, after, caller) =>
    await listWaitingItems(db, await asOfNow(db, filter), { limit, after, to: shownTo(caller) }),
  present: toItem,
});
