import { z } from 'zod';
import { ApproverGroup, ApproverGroupKey } from '#contract/approver-group.ts';
import { notFound } from '#contract/errors.ts';
import { findApproverGroup, toApproverGroup } from '#store/approver-groups/groups.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getApproverGroup = endpoint({
  operation: 'getApproverGroup',
  summary: 'Get a group of approvers',
  method: 'get',
  path: '/v1/approver-groups/{key}',
  access: 'management',
  noun: 'approver group',
  role: 'viewer',
  params: z.object({ key: ApproverGroupKey }),
  status: 200,
  data: ApproverGroup,
  async handle({ db }: { db: Database }, { caller, params }) {
    const group = await findApproverGroup(db, caller.workspace_id, params.key);
    if (group === null) throw notFound('approver group');
    return { data: toApproverGroup(group) };
  },
});
