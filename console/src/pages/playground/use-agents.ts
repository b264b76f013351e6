import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { latestAgents } from './latest-agents.ts';

const most = 100;

/** The agents to talk to. */
export function useAgents() {
  return useQuery({
    queryKey: ['agents', 'latest'],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/v1/agents', { params: { query: { limit: most } }, signal });
      return latestAgents(data?.data ?? []);
    },
  });
}
