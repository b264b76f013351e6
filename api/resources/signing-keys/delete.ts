import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { SigningKeyId } from '#contract/ids.ts';
import { DeletedSigningKey } from '#contract/signing-key.ts';
import { deleteSigningKey as remove } from '#store/credentials/signing-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import { refuseLinkSessions } from '../../http/authentication/refuse-link-sessions.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const deleteSigningKey = endpoint({
  operation: 'deleteSigningKey',
  summary: 'Revoke a signing key: its tokens are refused everywhere within 5 seconds',
  method: 'delete',
  path: '/v1/signing-keys/{id}',
  access: 'management',
  admit: refuseLinkSessions,
  noun: 'signing key',
  role: 'admin',
  params: z.object({ id: SigningKeyId }),
  status: 200,
  proposes: true,
  data: DeletedSigningKey,
  async handle({ db }: { db: Database }, call) {
    const { caller, params } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'deleteSigningKey', target: params.id, body: {} }),
      async () => {
        if (!(await remove(db, caller, params.id))) throw notFound('signing key');
        return { data: { id: params.id } };
      },
    );
  },
});
