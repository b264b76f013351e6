import { ApiKey } from '#contract/api-key.ts';
import { listApiKeys as list, toApiKey } from '#store/credentials/api-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listApiKeys = listEndpoint({
  operation: 'listApiKeys',
  summary: 'List API keys, without the keys themselves',
  path: '/v1/api-keys',
  noun: 'API key',
  role: 'viewer',
  item: ApiKey,
  read: async ({ db }: { db: Database }, { workspace_id }, limit, after) =>
    await list(db, workspace_id, limit, after),
  present: toApiKey,
});
