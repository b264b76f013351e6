import { z } from 'zod';
import { Deleted } from '#contract/deleted.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { deleteConnection as remove } from '#store/connections/connections.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const deleteConnection = endpoint({
  operation: 'deleteConnection',
  summary: 'Delete a connection: resources that refer to it then have none',
  method: 'delete',
  path: '/v1/connections/{id}',
  access: 'management',
  noun: 'connection',
  role: 'maker',
  params: z.object({ id: Uuid }),
  status: 200,
  proposes: true,
  data: Deleted,
  async handle({ db }: { db: Database }, call) {
    const { caller, params } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'deleteConnection', target: params.id, body: {} }),
      async () => {
        if (!(await remove(db, caller, params.id))) throw notFound('connection');
        return { data: { id: params.id } };
      },
    );
  },
});
