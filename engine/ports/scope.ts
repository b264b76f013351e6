/**
 * The owner of threads and runs: a workspace or one of its subjects, and all agents or one. With a connection, only
 * those of that one or of none. With a grant, only the conversations of that grant.
 */
export interface Scope {
  workspace_id: string;
  subject_ref?: string;
  agent_id?: string;
  connection_id?: string;
  grant_id?: string;
}
