import { z } from 'zod';
import { Agent } from '#contract/agent.ts';
import { notFound } from '#contract/errors.ts';
import { AgentId } from '#contract/ids.ts';
import { findAgent, toAgent } from '#store/agents/agents.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getAgent = endpoint({
  operation: 'getAgent',
  summary: 'Get one published version of an agent',
  method: 'get',
  path: '/v1/agents/{id}',
  access: 'management',
  noun: 'agent',
  role: 'viewer',
  params: z.object({ id: AgentId }),
  status: 200,
  data: Agent,
  async handle({ db }: { db: Database }, { caller, params }) {
    const agent = await findAgent(db, caller.workspace_id, params.id);
    if (agent === null) throw notFound('agent');
    return { data: toAgent(agent) };
  },
});
