/** Where the browser comes back from the login bridge. */
export const loginReturnPath = '/mcp/login/return';

/** The beginning of the id of an approval in progress: no id of the authorization server's library has a dot. */
const approvalPrefix = 'approval.';

/** The id of an approval in progress, which is a secret of one browser. */
export function approvalUid(secret: string): string {
  return `${approvalPrefix}${secret}`;
}

/** Where the browser of an approval in progress is shown what is held, and decides. */
export function approvalPath(uid: string): string {
  return `/mcp/approvals/${uid}`;
}

/**
 * The address at which the user of a grant decides on a held call. It authenticates nobody: every visitor has to sign
 * in, and only the user whose call it is sees anything.
 */
export function approvalUrl(
  baseUrl: string,
  { agent_id, run_id, tool_call_id }: { agent_id: string; run_id: string; tool_call_id: string },
): string {
  return `${baseUrl}/mcp/approvals/${agent_id}/${run_id}/${tool_call_id}`;
}

/** Where the browser goes after its user signed in. */
export function pathAfterLogin(uid: string): string {
  return uid.startsWith(approvalPrefix) ? approvalPath(uid) : loginPath(uid);
}

/** Where an authorization in progress asks its subject: to sign in first, and then to consent. */
export function loginPath(uid: string): string {
  return `/mcp/login/${uid}`;
}
