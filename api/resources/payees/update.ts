import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { Payee, PayeeChange } from '#contract/payee.ts';
import type { Database } from '#store/mongo/database.ts';
import { changePayee, onlyBlocks } from '#store/payees/payees.ts';
import { refuseOtherRoles } from '../../http/authentication/refuse-other-roles.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { presentPayee } from './present.ts';

export const updatePayee = endpoint({
  operation: 'updatePayee',
  summary: 'Trust, block or open a payee, or change its note; an approver may only block it',
  method: 'patch',
  path: '/v1/payees/{id}',
  access: 'management',
  noun: 'payee',
  role: ['admin', 'approver'],
  params: z.object({ id: Uuid }),
  body: PayeeChange,
  status: 200,
  proposes: true,
  data: Payee,
  async handle({ db }: { db: Database }, call) {
    const { caller, params, body } = call;
    if (!onlyBlocks(body)) refuseOtherRoles(caller, 'admin');
    return await orPropose(
      db,
      call,
      () => ({ operation: 'updatePayee', target: params.id, body }),
      async () => {
        const payee = await changePayee(db, caller, params.id, body);
        if (payee === null) throw notFound('payee');
        return { data: await presentPayee(db, payee) };
      },
    );
  },
});
