import { ApprovalPolicy } from '#contract/approval-policy.ts';
import { ApprovalPolicyKey } from '#contract/ids.ts';
import { listApprovalPolicies as list, toApprovalPolicy } from '#store/approval-policies/policies.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listApprovalPolicies = listEndpoint({
  operation: 'listApprovalPolicies',
  summary: 'List published versions of approval policies',
  path: '/v1/approval-policies',
  role: 'viewer',
  noun: 'approval policy',
  filters: { key: ApprovalPolicyKey.optional() },
  item: ApprovalPolicy,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: toApprovalPolicy,
});
