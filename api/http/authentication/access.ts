import type { ApiKeyScope } from '#contract/api-key.ts';

/**
 * The callers of an endpoint (auth.*).
 * - `public`: anybody.
 * - `management`: an API key; a session token is refused.
 * - `api-key`: the same, and the request may name the subject that it is for.
 * - `subject`: acts for one subject, who must be named.
 * - `subject-or-workspace`: acts for a subject or, without one, for the whole workspace.
 * - `subject-in-body`: like `subject`, but the body may name the subject.
 * - `console-page`: a page of the console, before sign-in.
 * - `console`: a person who is signed in to the console.
 */
export type Access =
  | 'public'
  | 'management'
  | 'api-key'
  | 'subject'
  | 'subject-or-workspace'
  | 'subject-in-body'
  | 'console-page'
  | 'console';

/** Whether session tokens are accepted, and not only API keys (auth.*). */
export function takesSessionTokens(access: Access): boolean {
  return access === 'subject' || access === 'subject-or-workspace' || access === 'subject-in-body';
}

/** The members of an endpoint that determine the scope which an API key needs. */
export interface ScopedAccess {
  access: Access;
  scope?: ApiKeyScope;
  method: string;
  path: string;
}

/**
 * The scope that an API key needs for an endpoint: its own; else `read` for reading what Loom and its events have, and `manage` for
 * what takes API keys only (api-key.scopes). Undefined for what takes no API keys.
 */
export function neededScope({ scope, access, method, path }: ScopedAccess): ApiKeyScope | undefined {
  if (scope !== undefined) return scope;
  if (access === 'public' || access === 'console-page' || access === 'console') return undefined;
  const reads = method === 'get' && (path.startsWith('/v1/loom/') || takesSessionTokens(access));
  return reads ? 'read' : 'manage';
}
