import { z } from 'zod';
import { Deleted } from '#contract/deleted.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import type { Database } from '#store/mongo/database.ts';
import { deleteWebhookEndpoint as remove } from '#store/webhooks/endpoints.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const deleteWebhookEndpoint = endpoint({
  operation: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint: nothing more is sent to it',
  method: 'delete',
  path: '/v1/webhook-endpoints/{id}',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'admin',
  params: z.object({ id: Uuid }),
  status: 200,
  proposes: true,
  data: Deleted,
  async handle({ db }: { db: Database }, call) {
    const { caller, params } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'deleteWebhookEndpoint', target: params.id, body: {} }),
      async () => {
        if (!(await remove(db, caller, params.id))) throw notFound('webhook endpoint');
        return { data: { id: params.id } };
      },
    );
  },
});
