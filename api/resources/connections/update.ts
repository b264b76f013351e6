import { z } from 'zod';
import { Connection, ConnectionChange } from '#contract/connection.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { findConnection, toConnection, updateConnection as update } from '#store/connections/connections.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { requestedConnection } from './requested-connection.ts';
import { checkHeaders } from './check-headers.ts';

export const updateConnection = endpoint({
  operation: 'updateConnection',
  summary:
    'Change a connection: given fields replace the current ones, and another origin requires `auth` and `headers`',
  method: 'patch',
  path: '/v1/connections/{id}',
  access: 'management',
  noun: 'connection',
  role: 'maker',
  params: z.object({ id: Uuid }),
  body: ConnectionChange,
  status: 200,
  proposes: true,
  data: Connection,
  errors: ['connection_name_taken'],
  async handle({ db, keyring }: { db: Database; keyring: Keyring }, call) {
    const { caller, params, body } = call;
    const { workspace_id } = caller;
    const before = await findConnection(db, workspace_id, params.id);
    if (before === null) throw notFound('connection');
    await checkHeaders(
      db,
      workspace_id,
      { id: before._id, name: before.name },
      {
        names: body.headers && Object.keys(body.headers),
        auth: body.auth?.type === 'header' ? body.auth.name : undefined,
      },
    );
    return await orPropose(
      db,
      call,
      () => ({
        operation: 'updateConnection',
        target: params.id,
        ...requestedConnection(keyring, params.id, body),
      }),
      async () => {
        const connection = await update(db, keyring, caller, params.id, body);
        if (connection === null) throw notFound('connection');
        return { data: toConnection(connection) };
      },
    );
  },
});
