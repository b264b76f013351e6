import { z } from 'zod';
import { Agent } from '#contract/agent.ts';
import { notFound } from '#contract/errors.ts';
import { AgentId } from '#contract/ids.ts';
import { archiveAgent as archive, toAgent } from '#store/agents/agents.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const archiveAgent = endpoint({
  operation: 'archiveAgent',
  summary: 'Archive an agent: it accepts no new threads, and existing ones continue',
  method: 'post',
  path: '/v1/agents/{id}/archive',
  access: 'management',
  noun: 'agent',
  role: 'maker',
  params: z.object({ id: AgentId }),
  status: 200,
  proposes: true,
  data: Agent,
  async handle({ db }: { db: Database }, call) {
    const { caller, params } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'archiveAgent', target: params.id, body: {} }),
      async () => {
        const agent = await archive(db, caller, params.id);
        if (agent === null) throw notFound('agent');
        return { data: toAgent(agent) };
      },
    );
  },
});
