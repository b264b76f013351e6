import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Agent } from '../api/schema.ts';

/** Every version of every agent. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }) =>
    await allPages<Agent>(
      async (cursor) =>
        await api.GET('/v1/agents', {
          params: { query: { limit: 100, ...(cursor && { cursor }) } },
          signal,
        }),
    ),
});
