/**
 * Whose threads and runs: a workspace's, or those of one of its subjects, and of all agents or of one. With a grant,
 * only the conversations of that grant.
 */
export interface Scope {
  workspace_id: string;
  subject_ref?: string;
  agent_id?: string;
  grant_id?: string;
}

/** A filter for the documents of a scope. Other fields of the filter stay unchanged. */
export function inScope<Filter extends Scope>({ agent_id, ...others }: Filter) {
  return agent_id === undefined ? others : { ...others, 'agent.id': agent_id };
}
