/**
 * Who may call an endpoint (auth.*).
 * - `public`: anybody.
 * - `management`: an API key; a session token is refused.
 * - `api-key`: the same, and the request may name the subject that it is for.
 * - `subject`: acts for one subject, who must be named.
 * - `subject-or-workspace`: acts for a subject or, without one, for the whole workspace.
 * - `subject-in-body`: like `subject`, but the body may name the subject.
 * - `console-page`: a page of the console, before anybody is signed in.
 * - `console`: somebody who is signed in to the console.
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
