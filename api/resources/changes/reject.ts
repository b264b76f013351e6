import { z } from 'zod';
import { Change, ChangeRejection } from '#contract/change.ts';
import { Uuid } from '#contract/ids.ts';
import { rejectChange as reject, toChange } from '#store/changes/changes.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const rejectChange = endpoint({
  operation: 'rejectChange',
  summary: 'Reject a proposed change, or withdraw your own',
  method: 'post',
  path: '/v1/changes/{id}/reject',
  access: 'management',
  noun: 'change',
  role: ['maker', 'approver'],
  params: z.object({ id: Uuid }),
  body: ChangeRejection,
  optionalBody: true,
  status: 200,
  data: Change,
  errors: ['change_decided'],
  async handle({ db }: { db: Database }, { caller, params, body }) {
    return { data: toChange(await reject(db, caller, { id: params.id, reason: body.reason })) };
  },
});
