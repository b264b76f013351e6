import { z } from 'zod';
import { ApproverGroupKey, DeletedApproverGroup } from '#contract/approver-group.ts';
import { notFound } from '#contract/errors.ts';
import { deleteApproverGroup as remove } from '#store/approver-groups/groups.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const deleteApproverGroup = endpoint({
  operation: 'deleteApproverGroup',
  summary: 'Delete a group of approvers',
  method: 'delete',
  path: '/v1/approver-groups/{key}',
  access: 'management',
  noun: 'approver group',
  role: 'admin',
  params: z.object({ key: ApproverGroupKey }),
  status: 200,
  proposes: true,
  data: DeletedApproverGroup,
  errors: ['approver_group_in_use'],
  async handle({ db }: { db: Database }, call) {
    const { caller, params } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'deleteApproverGroup', target: params.key, body: {} }),
      async () => {
        if (!(await remove(db, caller, params.key))) throw notFound('approver group');
        return { data: { key: params.key } };
      },
    );
  },
});
