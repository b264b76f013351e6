import { z } from 'zod';
import { Change } from '#contract/change.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { findChange, toChange } from '#store/changes/changes.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getChange = endpoint({
  operation: 'getChange',
  summary: 'Get a proposed change',
  method: 'get',
  path: '/v1/changes/{id}',
  access: 'management',
  noun: 'change',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Change,
  async handle({ db }: { db: Database }, { caller, params }) {
    const change = await findChange(db, caller.workspace_id, params.id);
    if (change === null) throw notFound('change');
    return { data: toChange(change) };
  },
});
