/** Where the browser comes back from the login bridge. */
export const loginReturnPath = '/mcp/login/return';

/** Where an authorization in progress asks its subject: to sign in first, and then to consent. */
export function loginPath(uid: string): string {
  return `/mcp/login/${uid}`;
}
