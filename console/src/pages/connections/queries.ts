import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { Connection } from '../../api/schema.ts';

/** The connections. Their names alone, which other pages read, are cached below its key. */
export const connectionsQuery = listQuery<Connection>({
  queryKey: ['connections'],
  load: (cursor, signal) =>
    api.GET('/v1/connections', { params: { query: { ...(cursor && { cursor }) } }, signal }),
});

/** The tools that an MCP server lists now. */
export const toolsQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['connection-tools', connectionId],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/connections/{id}/tools', { params: { path: { id: connectionId } }, signal })),
    // Asked of the server each time that somebody imports, and not while they choose.
    staleTime: Infinity,
    gcTime: 0,
  });
