import { AgentDefinition, PublishedAgent } from '#contract/agent.ts';
import type { AgentDocument } from '#store/documents/agent.ts';
import { findAgent, publishAgent as publish, toAgent } from '#store/agents/agents.ts';
import { agentIdOf } from '#store/mongo/ids.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { type AgentServices, checkAgent } from './check-agent.ts';
import { warningsFor } from './warnings.ts';

export const publishAgent = endpoint({
  operation: 'publishAgent',
  summary: 'Publish a version of an agent',
  method: 'post',
  path: '/v1/agents',
  access: 'management',
  noun: 'agent',
  role: 'maker',
  body: AgentDefinition,
  manyValues: true,
  status: 201,
  otherStatus: { status: 200, description: "The definition equals that of the key's latest version." },
  proposes: true,
  data: PublishedAgent,
  errors: ['model_unavailable', 'unknown_connection'],
  async handle(services: AgentServices, call) {
    const { db } = services;
    const { caller, body, resource } = call;
    const id = agentIdOf(resource.id);
    const made = resource.mayExist ? await findAgent(db, caller.workspace_id, id) : null;
    const answer = async (agent: AgentDocument): Promise<PublishedAgent> => {
      const warnings = await warningsFor(db, caller.workspace_id, body);
      return { ...toAgent(agent), ...(warnings.length === 0 ? {} : { warnings }) };
    };
    if (made !== null) return { data: await answer(made) };
    return await orPropose(
      db,
      call,
      () => ({ operation: 'publishAgent', target: body.key, body }),
      async () => {
        await checkAgent(services, caller, body);
        const { agent, published } = await publish(db, caller, body, id);
        const data = await answer(agent);
        return published ? { data } : { data, status: 200 };
      },
    );
  },
});
