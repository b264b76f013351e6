import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { SentPayment } from '#contract/sent-payment.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import type { Database } from '#store/mongo/database.ts';
import { listPayments, toSentPayment } from '#store/payees/payments.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import type { Cursors } from '../../http/pagination/cursors.ts';
import { answerPage } from '../../http/pagination/page.ts';
import { existingPayee } from './present.ts';

export const listPayeePayments = endpoint({
  operation: 'listPayeePayments',
  summary: 'List the payments to a payee, newest first',
  method: 'get',
  path: '/v1/payees/{id}/payments',
  access: 'management',
  noun: 'payee',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  query: z.strictObject(pageQuery(defaultPage)),
  status: 200,
  data: z.array(SentPayment),
  page: defaultPage,
  async handle({ db, cursors }: { db: Database; cursors: Cursors }, { caller, params, query }) {
    const { workspace_id } = caller;
    const { _id: payee } = await existingPayee(db, workspace_id, params.id);
    return await answerPage(
      { cursors, bounds: defaultPage, query, scope: ['payee payments', workspace_id, payee] },
      async (limit, after?: string) => await listPayments(db, { workspace_id, payee }, limit, after),
      (items) => items.map(toSentPayment),
    );
  },
});
