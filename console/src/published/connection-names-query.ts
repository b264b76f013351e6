import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Connection } from '../api/schema.ts';

/** The names of all connections to HTTP hosts, in their order. Patches of tools know their own connection. */
export const connectionNamesQuery = queryOptions({
  queryKey: ['connections', 'names'],
  queryFn: async ({ signal }) => {
    const connections = await allPages<Connection>(
      async (cursor) =>
        await api.GET('/v1/connections', {
          params: { query: { limit: 100, ...(cursor && { cursor }) } },
          signal,
        }),
    );
    const names = connections.filter(({ type }) => type === 'http').map(({ name }) => name);
    return names.toSorted((one, other) => one.localeCompare(other));
  },
});
