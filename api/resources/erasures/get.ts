import { z } from 'zod';
import { Erasure } from '#contract/erasure.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import type { Database } from '#store/mongo/database.ts';
import { findErasure, toErasure } from '#store/erasures/erasures.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getErasure = endpoint({
  operation: 'getErasure',
  summary: 'Get an erasure, to see whether it is completed. It is kept for 30 days after its end',
  method: 'get',
  path: '/v1/erasures/{id}',
  access: 'management',
  noun: 'erasure',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Erasure,
  async handle({ db }: { db: Database }, { caller, params }) {
    const erasure = await findErasure(db, caller.workspace_id, params.id);
    if (erasure === null) throw notFound('erasure');
    return { data: toErasure(erasure) };
  },
});
