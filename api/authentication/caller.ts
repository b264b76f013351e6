import type { ConnectionRef } from '#store/documents/connection.ts';
import type { Scope } from '#store/threads/scope.ts';

/** Who calls: a workspace, and in most cases one of its subjects. */
export interface Caller {
  workspace_id: string;
  /** The acting user; absent when the workspace acts for itself. */
  subject_ref?: string;
  /** The person behind the request: of `Service-Actor` in relay mode, otherwise the subject; absent where there is none. */
  actor?: string;
  /** How the request was authenticated: an API key relays for its subjects, a session token is one subject's own. */
  mode: 'relay' | 'direct';
  /** The connection that the request names in `Service-Connection`; known from the step `nameConnection` on. */
  connection?: ConnectionRef;
  /** The one connection that the session token is for, as its claim names it; any connection when absent. */
  connection_claim?: string;
  /** The one agent that the session token is for; any agent when absent. */
  agent_id?: string;
  /** The session token may see in traces what belongs to the workspace; an API key may without it. */
  full_trace?: boolean;
}

/** Whose threads and runs the caller may see. */
export function scopeOf({ workspace_id, subject_ref, agent_id }: Caller): Scope {
  return {
    workspace_id,
    ...(subject_ref === undefined ? {} : { subject_ref }),
    ...(agent_id === undefined ? {} : { agent_id }),
  };
}

/** Who is behind the request, as decisions and outcomes name them. */
export function actorOf({ actor, subject_ref }: Caller): string {
  return actor ?? subject_ref ?? '';
}
