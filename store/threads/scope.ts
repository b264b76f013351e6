/** Whose threads and runs: a workspace's, or those of one of its subjects, and of all agents or of one. */
export interface Scope {
  workspace_id: string;
  subject_ref?: string;
  agent_id?: string;
}

/** Finds the documents of a scope. What else is in the filter stays. */
export function inScope<Filter extends Scope>({ agent_id, ...others }: Filter) {
  return agent_id === undefined ? others : { ...others, 'agent.id': agent_id };
}

/** Whether a document that was read before is of a scope: what {@link inScope} would find. */
export function isInScope(
  document: { workspace_id: string; subject_ref: string; agent: { id: string } },
  { workspace_id, subject_ref, agent_id }: Scope,
): boolean {
  return (
    document.workspace_id === workspace_id &&
    (subject_ref === undefined || document.subject_ref === subject_ref) &&
    (agent_id === undefined || document.agent.id === agent_id)
  );
}
