import { z } from 'zod';
import { Agent } from '#contract/agent.ts';
import { notFound } from '#contract/errors.ts';
import { AgentId } from '#contract/ids.ts';
import { archiveAgent as archive, toAgent } from '#store/agents/agents.ts';
import { endpoint } from '../routing/endpoint.ts';

export const archiveAgent = endpoint({
  operation: 'archiveAgent',
  summary: 'Archive an agent: it accepts no new threads, and existing ones continue',
  method: 'post',
  path: '/v1/agents/{id}/archive',
  access: 'management',
  noun: 'agent',
  params: z.object({ id: AgentId }),
  status: 200,
  data: Agent,
  async handle({ services, caller, params }) {
    const agent = await archive(services.db, caller.workspace_id, params.id);
    if (agent === null) throw notFound('agent');
    return { data: toAgent(agent) };
  },
});
