import type { OAuthContext } from '../../oauth/state.ts';
import { approvalPath } from '../../oauth/login-paths.ts';

/** How long a browser has to sign in and decide. */
export const approvalSeconds = 15 * 60;

const name = 'approval';

/** `lax`, because the browser comes back from another site, by a plain link. Each approval has a cookie at its own path. */
const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** Notes in the browser that it began an approval. */
export function setApprovalCookie(ctx: OAuthContext, uid: string): void {
  ctx.cookies.set(name, uid, { ...options, path: approvalPath(uid), maxAge: approvalSeconds * 1000 });
}

/** Whether this browser began an approval. */
export function hasApprovalCookie(ctx: OAuthContext, uid: string): boolean {
  return ctx.cookies.get(name, { signed: true }) === uid;
}
