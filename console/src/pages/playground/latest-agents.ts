import type { Agent } from '../../api/schema.ts';

/** The newest version of each agent that accepts new threads. */
export function latestAgents(versions: readonly Agent[]): Agent[] {
  const latest = new Map<string, Agent>();
  for (const agent of versions) {
    const known = latest.get(agent.key);
    if (known === undefined || known.version < agent.version) latest.set(agent.key, agent);
  }
  return [...latest.values()].filter(({ archived_at }) => archived_at === undefined);
}
