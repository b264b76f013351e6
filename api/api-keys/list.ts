import { ApiKey } from '#contract/api-key.ts';
import { listApiKeys as list, toApiKey } from '#store/credentials/api-keys.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';

export const listApiKeys = listEndpoint({
  operation: 'listApiKeys',
  summary: 'List API keys, without the keys themselves',
  path: '/v1/api-keys',
  noun: 'API key',
  item: ApiKey,
  read: async ({ db }, { workspace_id }, limit, after) => await list(db, workspace_id, limit, after),
  present: toApiKey,
});
