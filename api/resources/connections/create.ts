import { Connection, NewConnection } from '#contract/connection.ts';
import { findConnection, insertConnection, toConnection } from '#store/connections/connections.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { requestedConnection } from './requested-connection.ts';

export const createConnection = endpoint({
  operation: 'createConnection',
  summary: 'Add a host that agents may call; its secrets are stored encrypted and never shown',
  method: 'post',
  path: '/v1/connections',
  access: 'management',
  noun: 'connection',
  role: 'maker',
  body: NewConnection,
  status: 201,
  proposes: true,
  data: Connection,
  errors: ['connection_name_taken'],
  async handle({ db, keyring }: { db: Database; keyring: Keyring }, call) {
    const { caller, body, resource } = call;
    const { workspace_id } = caller;
    const made = resource.mayExist ? await findConnection(db, workspace_id, resource.id) : null;
    if (made !== null) return { data: toConnection(made) };
    return await orPropose(
      db,
      call,
      () => ({
        operation: 'createConnection',
        target: resource.id,
        ...requestedConnection(keyring, resource.id, { headers: {}, ...body }),
      }),
      async () => ({ data: toConnection(await insertConnection(db, keyring, caller, body, resource.id)) }),
    );
  },
});
