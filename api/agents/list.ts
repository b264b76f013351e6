import { z } from 'zod';
import { Agent, AgentKey } from '#contract/agent.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { listAgents as list, toAgent } from '#store/agents/agents.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listAgents = endpoint({
  operation: 'listAgents',
  summary: 'List published versions of agents',
  method: 'get',
  path: '/v1/agents',
  access: 'management',
  noun: 'agent',
  query: z.strictObject({ ...pageQuery(defaultPage), key: AgentKey.optional() }),
  status: 200,
  data: z.array(Agent),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { workspace_id } = caller;
    const { key } = query;
    return await answerPage(
      { cursors: services.cursors, bounds: defaultPage, query, scope: ['agents', workspace_id, key] },
      async (limit, after?: string) =>
        await list(services.db, { workspace_id, ...(key === undefined ? {} : { key }) }, limit, after),
      (agents) => agents.map(toAgent),
    );
  },
});
