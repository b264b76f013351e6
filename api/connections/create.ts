import { Connection, NewConnection } from '#contract/connection.ts';
import { findConnection, insertConnection, toConnection } from '#store/connections/connections.ts';
import { endpoint } from '../routing/endpoint.ts';

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
  async handle({ services, caller, body, resource }) {
    const { db, keyring } = services;
    const { workspace_id } = caller;
    const made = resource.mayExist ? await findConnection(db, workspace_id, resource.id) : null;
    return {
      data: toConnection(made ?? (await insertConnection(db, keyring, workspace_id, body, resource.id))),
    };
  },
});
