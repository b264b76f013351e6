import type { Agent } from '../../api/schema.ts';

/** An agent that can call a patch, by its newest version that takes new threads. */
export interface PatchUser {
  agent: Agent;
  /** The version of the patch that it calls. */
  version: number;
}

/** The agents whose newest version has some version of a patch, in the order of their names. */
export function usersOf(patchKey: string, agents: readonly Agent[]): PatchUser[] {
  const newest = new Map<string, Agent>();
  for (const agent of agents) {
    if (agent.archived_at !== undefined) continue;
    const known = newest.get(agent.key);
    if (known === undefined || known.version < agent.version) newest.set(agent.key, agent);
  }
  return [...newest.values()]
    .flatMap((agent) =>
      agent.patches.flatMap(({ ref }) => {
        const [key, version] = ref.split('@');
        return key === patchKey ? [{ agent, version: Number(version) }] : [];
      }),
    )
    .toSorted((one, other) => one.agent.name.localeCompare(other.agent.name));
}
