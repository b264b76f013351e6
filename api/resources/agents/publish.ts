import { Agent, AgentDefinition } from '#contract/agent.ts';
import { ServiceError } from '#contract/errors.ts';
import type { ModelClass } from '#contract/model-class.ts';
import { findAgent, publishAgent as publish, toAgent } from '#store/agents/agents.ts';
import { agentIdOf } from '#store/mongo/ids.ts';
import { knownConnection } from '../../http/authentication/name-connection.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { checkPatches, type PatchServices } from './check-patches.ts';

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
  data: Agent,
  errors: ['model_unavailable', 'unknown_connection'],
  async handle(
    { db, schemas, hasModel }: PatchServices & { hasModel: (modelClass: ModelClass) => boolean },
    { caller, body, resource },
  ) {
    const { workspace_id } = caller;
    const id = agentIdOf(resource.id);
    const made = resource.mayExist ? await findAgent(db, workspace_id, id) : null;
    if (made !== null) return { data: toAgent(made) };
    if (!hasModel(body.model_class)) {
      throw new ServiceError(
        'model_unavailable',
        `No model is configured for the class ${body.model_class}.`,
      );
    }
    if (body.connection !== undefined) await knownConnection(db, caller, body.connection);
    await checkPatches({ db, schemas }, workspace_id, body.patches);
    const { agent, published } = await publish(db, caller, body, id);
    return published ? { data: toAgent(agent) } : { data: toAgent(agent), status: 200 };
  },
});
