import { z } from 'zod';
import { ApiKey } from '#contract/api-key.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { findApiKey, toApiKey } from '#store/credentials/api-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getApiKey = endpoint({
  operation: 'getApiKey',
  summary: 'Get an API key, without the key itself',
  method: 'get',
  path: '/v1/api-keys/{id}',
  access: 'management',
  noun: 'API key',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: ApiKey,
  async handle({ db }: { db: Database }, { caller, params }) {
    const document = await findApiKey(db, caller.workspace_id, params.id);
    if (document === null) throw notFound('API key');
    return { data: toApiKey(document) };
  },
});
