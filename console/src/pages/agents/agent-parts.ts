import type { Agent, AgentDefinition } from '../../api/schema.ts';
import { type Part, partsOf } from '../versions/parts.ts';

/** An agent in parts, without what the service added to it. */
export function agentParts(agent: Agent): Part[] {
  const { id: _id, version: _version, created_at: _created, archived_at: _archived, ...definition } = agent;
  return definitionParts(definition);
}

/** The definition to publish, in the same parts. */
export function definitionParts(definition: AgentDefinition): Part[] {
  return partsOf(definition, { instructions: 'Instructions' });
}
