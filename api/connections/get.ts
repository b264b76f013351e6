import { z } from 'zod';
import { Connection } from '#contract/connection.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { findConnection, toConnection } from '#store/connections/connections.ts';
import { endpoint } from '../routing/endpoint.ts';

export const getConnection = endpoint({
  operation: 'getConnection',
  summary: 'Get a connection',
  method: 'get',
  path: '/v1/connections/{id}',
  access: 'management',
  noun: 'connection',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Connection,
  async handle({ services, caller, params }) {
    const connection = await findConnection(services.db, caller.workspace_id, params.id);
    if (connection === null) throw notFound('connection');
    return { data: toConnection(connection) };
  },
});
