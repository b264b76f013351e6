import { Agent, AgentDefinition } from '#contract/agent.ts';
import { findAgent, publishAgent as publish, toAgent } from '#store/agents/agents.ts';
import { agentIdOf } from '#store/mongo/ids.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { type AgentServices, checkAgent } from './check-agent.ts';

export const publishAgent = endpoint({
  operation: 'publishAgent',
  summary: 'Publish a version of an agent',
  method: 'post',
  path: '/v1/agents',
  access: 'management',
  noun: 'agent',
  role: 'maker',
  body: AgentDefinition,
  status: 201,
  otherStatus: { status: 200, description: "The definition equals that of the key's latest version." },
  proposes: true,
  data: Agent,
  errors: ['model_unavailable', 'unknown_connection'],
  async handle(services: AgentServices, call) {
    const { db } = services;
    const { caller, body, resource } = call;
    const id = agentIdOf(resource.id);
    const made = resource.mayExist ? await findAgent(db, caller.workspace_id, id) : null;
    if (made !== null) return { data: toAgent(made) };
    return await orPropose(
      db,
      call,
      () => ({ operation: 'publishAgent', target: body.key, body }),
      async () => {
        await checkAgent(services, caller, body);
        const { agent, published } = await publish(db, caller, body, id);
        return published ? { data: toAgent(agent) } : { data: toAgent(agent), status: 200 };
      },
    );
  },
});
