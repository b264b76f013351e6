/** Who calls: a workspace, and in most cases one of its subjects. */
export interface Caller {
  workspace_id: string;
  /** The acting user; absent when the workspace acts for itself. */
  subject_ref?: string;
  /** How the request was authenticated: an API key relays for its subjects, a session token is one subject's own. */
  mode: 'relay' | 'direct';
  /** What `Service-Connection` says: the id of a connection, or in relay mode its name. Not checked yet. */
  connection?: string;
}

/** Whose documents the caller may see. */
export function scopeOf(caller: Caller): { workspace_id: string; subject_ref?: string } {
  const { workspace_id, subject_ref } = caller;
  return subject_ref === undefined ? { workspace_id } : { workspace_id, subject_ref };
}
