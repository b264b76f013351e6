import { CreatedApiKey, NewApiKey } from '#contract/api-key.ts';
import { invalidField } from '#contract/errors.ts';
import {
  apiKeyDocument,
  findApiKey,
  insertApiKey,
  newApiKey,
  replaceApiKey,
  toApiKey,
} from '#store/credentials/api-keys.ts';
import { makerOf } from '#store/credentials/key-use.ts';
import type { Database } from '#store/mongo/database.ts';
import { refuseLinkSessions } from '../../http/authentication/refuse-link-sessions.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { refuseGreaterKeys } from './refuse-greater-keys.ts';

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
  proposes: true,
  data: CreatedApiKey,
  async handle({ db }: { db: Database }, call) {
    const { caller, body, resource } = call;
    const { id, mayExist } = resource;
    const key = newApiKey();
    const made = mayExist ? await findApiKey(db, caller.workspace_id, id) : null;
    if (made !== null) {
      // A response is stored before it is sent, so nobody has seen the first key, of which only a hash is left.
      await replaceApiKey(db, made, key);
      return { data: { ...toApiKey(made), key } };
    }
    if (body.expires_at !== undefined && Date.parse(body.expires_at) <= Date.now()) {
      throw invalidField('expires_at', 'must be in the future');
    }
    refuseGreaterKeys(caller, body);
    const api_key = { ...apiKeyDocument(caller.workspace_id, key, { ...body, id }), ...makerOf(caller) };
    return await orPropose(
      db,
      call,
      () => ({ operation: 'createApiKey', target: id, body, sealed: { api_key }, secret: key }),
      async () => {
        await insertApiKey(db, caller, api_key);
        return { data: { ...toApiKey(api_key), key } };
      },
    );
  },
});
