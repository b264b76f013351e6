import type { OAuthContext } from '../state.ts';
import { loginReturnPath } from '../login-paths.ts';
import { requestTokenSeconds } from './request-token.ts';

/** A cookie for each request token, so that several tabs can sign in at the same time. */
const nameOf = (jti: string) => `oauth_login_${jti}`;

/** `lax`, because the browser comes back from another site, by a plain link. */
const options = { path: loginReturnPath, httpOnly: true, sameSite: 'lax', signed: true } as const;

/** Notes in the browser which authorization a request token was issued for. */
export function setLoginCookie(ctx: OAuthContext, jti: string, uid: string): void {
  ctx.cookies.set(nameOf(jti), uid, { ...options, maxAge: requestTokenSeconds * 1000 });
}

/** The authorization for which this browser was given a request token; undefined if it was not. */
export function readLoginCookie(ctx: OAuthContext, jti: string): string | undefined {
  return ctx.cookies.get(nameOf(jti), { signed: true });
}

export function clearLoginCookie(ctx: OAuthContext, jti: string): void {
  ctx.cookies.set(nameOf(jti), null, options);
}
