import type { Agent } from '../../api/schema.ts';

/** What was published, without what the service added to it. */
export function definitionOf(agent: Agent): Omit<Agent, 'id' | 'version' | 'created_at' | 'archived_at'> {
  const { id: _id, version: _version, created_at: _created, archived_at: _archived, ...definition } = agent;
  return definition;
}
