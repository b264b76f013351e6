import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';

/** The key of the query that lists connections. */
export const connectionsKey = ['connections'];

/** The tools that an MCP server lists now. */
export function toolsQuery(connectionId: string) {
  return queryOptions({
    queryKey: ['connection-tools', connectionId],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/connections/{id}/tools', { params: { path: { id: connectionId } }, signal })),
    // Asked of the server each time that somebody imports, and not while they choose.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Imports tools of a server by their names. */
export async function importTools(
  connectionId: string,
  { tools, prefix }: { tools: string[]; prefix: string },
): Promise<Schema<'ImportedTools'>> {
  return dataOf(
    await api.POST('/v1/connections/{id}/import-tools', {
      params: { path: { id: connectionId } },
      body: { tools, ...(prefix.trim() !== '' && { prefix: prefix.trim() }) },
    }),
  );
}
