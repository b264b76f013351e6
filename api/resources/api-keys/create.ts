import { CreatedApiKey, NewApiKey } from '#contract/api-key.ts';
import { findApiKey, insertApiKey, newApiKey, replaceApiKey, toApiKey } from '#store/credentials/api-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import { refuseLinkSessions } from '../../http/authentication/refuse-link-sessions.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const createApiKey = endpoint({
  operation: 'createApiKey',
  summary: 'Create an API key of the workspace; the key is shown only this once',
  method: 'post',
  path: '/v1/api-keys',
  access: 'management',
  admit: refuseLinkSessions,
  noun: 'API key',
  role: 'admin',
  body: NewApiKey,
  optionalBody: true,
  status: 201,
  data: CreatedApiKey,
  async handle({ db }: { db: Database }, { caller, body, resource: { id, mayExist } }) {
    const key = newApiKey();
    const made = mayExist ? await findApiKey(db, caller.workspace_id, id) : null;
    // A response is stored before it is sent, so nobody has seen the first key, of which only a hash is left.
    if (made !== null) await replaceApiKey(db, made, key);
    const document = made ?? (await insertApiKey(db, caller, key, { ...body, id }));
    return { data: { ...toApiKey(document), key } };
  },
});
