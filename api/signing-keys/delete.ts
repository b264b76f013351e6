import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { SigningKeyId } from '#contract/ids.ts';
import { DeletedSigningKey } from '#contract/signing-key.ts';
import { deleteSigningKey as remove } from '#store/credentials/signing-keys.ts';
import { endpoint } from '../routing/endpoint.ts';

export const deleteSigningKey = endpoint({
  operation: 'deleteSigningKey',
  summary: 'Revoke a signing key: its tokens are refused everywhere within 5 seconds',
  method: 'delete',
  path: '/v1/signing-keys/{id}',
  access: 'management',
  noun: 'signing key',
  params: z.object({ id: SigningKeyId }),
  status: 200,
  data: DeletedSigningKey,
  async handle({ services, caller, params }) {
    if (!(await remove(services.db, caller.workspace_id, params.id))) throw notFound('signing key');
    return { data: { id: params.id } };
  },
});
