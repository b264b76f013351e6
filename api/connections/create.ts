import { Connection, NewConnection } from '#contract/connection.ts';
import { insertConnection, toConnection } from '#store/connections.ts';
import { endpoint } from '../endpoint.ts';

export const createConnection = endpoint({
  operation: 'createConnection',
  summary: 'Add a host that agents may call; its secrets are stored encrypted and never shown',
  method: 'post',
  path: '/v1/connections',
  access: 'management',
  noun: 'connection',
  body: NewConnection,
  status: 201,
  data: Connection,
  errors: ['connection_name_taken'],
  async handle({ services, caller, body }) {
    const { db, keyring } = services;
    return { data: toConnection(await insertConnection(db, keyring, caller.workspace_id, body)) };
  },
});
