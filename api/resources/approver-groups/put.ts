import { z } from 'zod';
import { ApproverGroupKey, NewApproverGroup, PutApproverGroup } from '#contract/approver-group.ts';
import { putApproverGroup as put, toApproverGroup } from '#store/approver-groups/groups.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const putApproverGroup = endpoint({
  operation: 'putApproverGroup',
  summary: 'Create or replace a group of approvers',
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
  data: PutApproverGroup,
  async handle({ db }: { db: Database }, call) {
    const { caller, params, body } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'putApproverGroup', target: params.key, body }),
      async () => {
        const { group, made, unfulfilled } = await put(db, caller, params.key, body);
        const data = { ...toApproverGroup(group), ...warningsOf(unfulfilled) };
        return made ? { data } : { data, status: 200 };
      },
    );
  },
});

function warningsOf(policies: readonly string[]): Pick<z.infer<typeof PutApproverGroup>, 'warnings'> {
  if (policies.length === 0) return {};
  const message = `With these members, nobody can fulfil all stages of ${policies.join(', ')}: calls that it holds may wait for ever.`;
  return { warnings: [{ code: 'group_too_small', path: 'members', message }] };
}
