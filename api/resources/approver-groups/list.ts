import { ApproverGroup } from '#contract/approver-group.ts';
import { listApproverGroups as list, toApproverGroup } from '#store/approver-groups/groups.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listApproverGroups = listEndpoint({
  operation: 'listApproverGroups',
  summary: 'List groups of approvers',
  path: '/v1/approver-groups',
  noun: 'approver group',
  role: 'viewer',
  item: ApproverGroup,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: toApproverGroup,
});
