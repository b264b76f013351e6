import { Agent, AgentKey } from '#contract/agent.ts';
import { listAgents as list, toAgent } from '#store/agents/agents.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';

export const listAgents = listEndpoint({
  operation: 'listAgents',
  summary: 'List published versions of agents',
  path: '/v1/agents',
  noun: 'agent',
  filters: { key: AgentKey.optional() },
  item: Agent,
  read: async ({ db }, filter, limit, after) => await list(db, filter, limit, after),
  present: toAgent,
});
