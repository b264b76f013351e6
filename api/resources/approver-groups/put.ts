import { z } from 'zod';
import { ApproverGroup, ApproverGroupKey, NewApproverGroup } from '#contract/approver-group.ts';
import { putApproverGroup as put, toApproverGroup } from '#store/approver-groups/groups.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const putApproverGroup = endpoint({
  operation: 'putApproverGroup',
  summary: 'Make or replace a group of approvers',
  method: 'put',
  path: '/v1/approver-groups/{key}',
  access: 'management',
  noun: 'approver group',
  role: 'admin',
  params: z.object({ key: ApproverGroupKey }),
  body: NewApproverGroup,
  status: 201,
  proposes: true,
  otherStatus: { status: 200, description: 'The group was there, and is replaced.' },
  data: ApproverGroup,
  errors: ['approver_group_in_use'],
  async handle({ db }: { db: Database }, call) {
    const { caller, params, body } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'putApproverGroup', target: params.key, body }),
      async () => {
        const { group, made } = await put(db, caller, params.key, body);
        const data = toApproverGroup(group);
        return made ? { data } : { data, status: 200 };
      },
    );
  },
});
