import { Connection } from '#contract/connection.ts';
import { listConnections as list, toConnection } from '#store/connections/connections.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listConnections = listEndpoint({
  operation: 'listConnections',
  summary: 'List connections',
  path: '/v1/connections',
  noun: 'connection',
  role: 'viewer',
  item: Connection,
  read: async ({ db }: { db: Database }, { workspace_id }, limit, after) =>
    await list(db, workspace_id, limit, after),
  present: toConnection,
});
