import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Agent } from '../../api/schema.ts';

const most = 100;

/** The newest version of each agent that accepts new threads. */
export function latestAgents(versions: readonly Agent[]): Agent[] {
  const latest = new Map<string, Agent>();
  for (const agent of versions) {
    const known = latest.get(agent.key);
    if (known === undefined || known.version < agent.version) latest.set(agent.key, agent);
  }
  return [...latest.values()].filter(({ archived_at }) => archived_at === undefined);
}

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
