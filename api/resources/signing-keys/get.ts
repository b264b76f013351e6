import { z } from 'zod';
import { SigningKey } from '#contract/signing-key.ts';
import { notFound } from '#contract/errors.ts';
import { SigningKeyId } from '#contract/ids.ts';
import { findSigningKey, toSigningKey } from '#store/credentials/signing-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getSigningKey = endpoint({
  operation: 'getSigningKey',
  summary: 'Get a signing key, without its secret',
  method: 'get',
  path: '/v1/signing-keys/{id}',
  access: 'management',
  noun: 'signing key',
  role: 'viewer',
  params: z.object({ id: SigningKeyId }),
  status: 200,
  data: SigningKey,
  async handle({ db }: { db: Database }, { caller, params }) {
    const document = await findSigningKey(db, caller.workspace_id, params.id);
    if (document === null) throw notFound('signing key');
    return { data: toSigningKey(document) };
  },
});
