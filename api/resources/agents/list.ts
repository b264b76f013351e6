import { Agent, AgentKey } from '#contract/agent.ts';
import { listAgents as list, toAgent } from '#store/agents/agents.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listAgents = listEndpoint({
  operation: 'listAgents',
  summary: 'List published versions of agents',
  path: '/v1/agents',
  noun: 'agent',
  role: 'viewer',
  filters: { key: AgentKey.optional() },
  item: Agent,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: toAgent,
});
