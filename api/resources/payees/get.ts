import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { Payee } from '#contract/payee.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { existingPayee, presentPayee } from './present.ts';

export const getPayee = endpoint({
  operation: 'getPayee',
  summary: 'Get a payee, with what was paid to it',
  method: 'get',
  path: '/v1/payees/{id}',
  access: 'management',
  noun: 'payee',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Payee,
  async handle({ db }: { db: Database }, { caller: { workspace_id }, params: { id } }) {
    return { data: await presentPayee(db, await existingPayee(db, workspace_id, id)) };
  },
});
