import { CreatedApiKey, NewApiKey } from '#contract/api-key.ts';
import { insertApiKey, newApiKey, toApiKey } from '#store/api-keys.ts';
import { endpoint } from '../endpoint.ts';

export const createApiKey = endpoint({
  operation: 'createApiKey',
  summary: 'Add an API key of the workspace; the key is shown this once',
  method: 'post',
  path: '/v1/api-keys',
  access: 'management',
  noun: 'API key',
  body: NewApiKey,
  optionalBody: true,
  status: 201,
  data: CreatedApiKey,
  async handle({ services, caller, body }) {
    const key = newApiKey();
    const document = await insertApiKey(services.db, caller.workspace_id, key, body);
    return { data: { ...toApiKey(document), key } };
  },
});
