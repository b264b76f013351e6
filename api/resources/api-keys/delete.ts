import { z } from 'zod';
import { Deleted } from '#contract/deleted.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { deleteApiKey as remove } from '#store/credentials/api-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import { refuseLinkSessions } from '../../http/authentication/refuse-link-sessions.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const deleteApiKey = endpoint({
  operation: 'deleteApiKey',
  summary: 'Revoke an API key: it is refused everywhere within 5 seconds',
  method: 'delete',
  path: '/v1/api-keys/{id}',
  access: 'management',
  admit: refuseLinkSessions,
  noun: 'API key',
  role: 'admin',
  params: z.object({ id: Uuid }),
  status: 200,
  proposes: true,
  data: Deleted,
  errors: ['last_api_key'],
  async handle({ db }: { db: Database }, call) {
    const { caller, params } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'deleteApiKey', target: params.id, body: {} }),
      async () => {
        if (!(await remove(db, caller, params.id))) throw notFound('API key');
        return { data: { id: params.id } };
      },
    );
  },
});
