import { z } from 'zod';
import { Connection } from '#contract/connection.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { findConnection, toConnection } from '#store/connections/connections.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getConnection = endpoint({
  operation: 'getConnection',
  summary: 'Get a connection',
  method: 'get',
  path: '/v1/connections/{id}',
  access: 'management',
  noun: 'connection',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Connection,
  async handle({ db }: { db: Database }, { caller, params }) {
    const connection = await findConnection(db, caller.workspace_id, params.id);
    if (connection === null) throw notFound('connection');
    return { data: toConnection(connection) };
  },
});
