import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { DeletedPayee } from '#contract/payee.ts';
import type { Database } from '#store/mongo/database.ts';
import { deletePayee as remove } from '#store/payees/payees.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const deletePayee = endpoint({
  operation: 'deletePayee',
  summary: 'Delete an open payee; its payments stay, and the next one adds it again',
  method: 'delete',
  path: '/v1/payees/{id}',
  access: 'management',
  noun: 'payee',
  role: 'admin',
  params: z.object({ id: Uuid }),
  status: 200,
  proposes: true,
  data: DeletedPayee,
  errors: ['payee_not_open'],
  async handle({ db }: { db: Database }, call) {
    const { caller, params } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'deletePayee', target: params.id, body: {} }),
      async () => {
        if (!(await remove(db, caller, params.id))) throw notFound('payee');
        return { data: { id: params.id } };
      },
    );
  },
});
