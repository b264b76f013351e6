import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Agent } from '../api/schema.ts';

export const agentsKey = ['agents'];

/** Every version of every agent. */
export function useAgents(): UseQueryResult<Agent[]> {
  return useQuery({
    queryKey: agentsKey,
    queryFn: async ({ signal }) =>
      await allPages<Agent>(
        async (cursor) =>
          await api.GET('/v1/agents', {
            params: { query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
      ),
  });
}
