import { unauthorized } from './errors.ts';
import { type ApiKeyScope, hasScope } from '#contract/api-key.ts';
import type { Context } from '#contract/context.ts';
import type { CredentialRef } from '#contract/credential.ts';
import { defined } from '#contract/defined.ts';
import type { TraceContext } from '#contract/trace-context.ts';
import type { RequestVia } from '#contract/credential.ts';
import type { Origin } from '#contract/event.ts';
import type { ActingClient } from '#contract/run.ts';
import type { ConnectionRef } from '#engine/documents/connection.ts';
import type { ConsoleSessionDocument } from '#store/documents/console-session.ts';
import type { Scope } from '#engine/ports/scope.ts';
import type { ShownTo } from '#store/threads/shown-content.ts';

/** The caller of a request: a workspace, and usually one of its subjects. */
export interface Caller {
  workspace_id: string;
  /** The acting user; absent if the workspace acts for itself. */
  subject_ref?: string;
  /**
   * The person behind the request: who signed in to the console, from `Service-Actor` in relay mode, from the claim
   * `actor` of a session token, otherwise the subject; absent if there is none.
   */
  actor?: string;
  /** Whether the request names the actor itself; false if it is only taken for the subject. */
  is_actor_named?: true;
  /** The credential of the request, as it is recorded beside the actor; absent without one. */
  credential?: CredentialRef;
  /** How the request was authenticated: an API key acts for any subject, a session token for its own. */
  mode: 'relay' | 'direct';
  /** Where the request comes from: runs, events and request records name it. */
  origin: Origin;
  /** The connection that the request names in `Service-Connection`; known after the step `nameConnection`. */
  connection?: ConnectionRef;
  /** The only connection that the session token allows, from its claim; absent if it allows any. */
  connection_claim?: string;
  /** The only agent that the session token allows; absent if it allows any. */
  agent_id?: string;
  /** The claim `context` of the session token. */
  context?: Context;
  /** The MCP grant under which it calls, and the client that was granted it; absent if it does not come from MCP. */
  grant?: { id: string; client_name: string };
  /** That of the client's call, if it gave one. */
  trace_context?: TraceContext;
  /** The session token may see the parts of traces that belong to the workspace. An API key always may. */
  full_trace?: boolean;
  /** The scopes of the API key; absent if it, or another credential, has all. */
  scopes?: ApiKeyScope[];
  /** When the API key expires; absent if it does not. */
  key_expires_at?: Date;
  /** The session of the console that authenticated the request. */
  session?: ConsoleSessionDocument;
}

/** The scope of the threads and runs that the caller may see. */
export function scopeOf({ workspace_id, subject_ref, agent_id, connection_claim, grant }: Caller): Scope {
  return {
    workspace_id,
    ...defined({ subject_ref, agent_id, connection_id: connection_claim }),
    ...(grant === undefined ? {} : { grant_id: grant.id }),
  };
}

/** Whether the caller may see what of runs belongs to the workspace, such as instructions, models and credentials (run.trace.session-token). */
export function seesWholeTraces({ mode, full_trace, scopes }: Caller): boolean {
  return (mode === 'relay' && hasScope(scopes, 'manage')) || full_trace === true;
}

/** The figures about payees that the caller sees: of the workspace, or of the run's subject (payment.shown-first.whose). */
export function shownTo({ mode }: Pick<Caller, 'mode'>): ShownTo {
  return mode === 'relay' ? 'workspace' : 'subject';
}

/**
 * The session of the console that the request belongs to.
 * @throws {ServiceError} `unauthorized` if it belongs to none
 */
export function sessionOf({ session }: Caller): ConsoleSessionDocument {
  if (session === undefined) throw unauthorized();
  return session;
}

/** The MCP client that carries the request, as decisions and outcomes name it. */
export function actingClientOf({ grant }: Caller): ActingClient | undefined {
  return grant === undefined ? undefined : { grant_id: grant.id, name: grant.client_name };
}

/**
 * How the person behind the request is known. A session token is signed by the customer's backend, which also vouches for the
 * user of an MCP client, who signed in at its bridge. Who signed in at the workspace's identity provider is known by that. Other
 * sessions of the console are opened with API keys, or with links that holders of keys and operators make: the name is what they say.
 */
export function viaOf({ mode, grant, session }: Pick<Caller, 'mode' | 'grant' | 'session'>): RequestVia {
  if (session?.sign_in_id !== undefined) return 'console';
  return grant !== undefined || mode === 'direct' ? 'token' : 'api_key';
}

/** The person behind the request, as decisions and outcomes name them. */
export function actorOf({ actor, subject_ref }: Caller): string {
  return actor ?? subject_ref ?? '';
}
