import type { RunDocument } from '#engine/documents/run.ts';

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

/** Whether a run belongs to a scope. */
export function isInScope(
  run: Pick<RunDocument, 'workspace_id' | 'subject_ref' | 'agent' | 'grant_id'>,
  { workspace_id, subject_ref, agent_id, grant_id }: Scope,
): boolean {
  return (
    run.workspace_id === workspace_id &&
    (subject_ref === undefined || run.subject_ref === subject_ref) &&
    (agent_id === undefined || run.agent.id === agent_id) &&
    (grant_id === undefined || run.grant_id === grant_id)
  );
}

/** A filter for the documents of a scope. Other fields of the filter stay unchanged. */
export function inScope<Filter extends Scope>({ agent_id, ...others }: Filter) {
  return agent_id === undefined ? others : { ...others, 'agent.id': agent_id };
}
