import type { Context } from 'koa';
import { callbackPath } from '#contract/console-sign-in.ts';
import { attemptMs } from '#store/console/sign-in-attempts.ts';
import { isSecret } from '#store/console/sessions.ts';

/** A cookie for each attempt, so that several tabs can sign in at the same time. */
const nameOf = (state: string) => `heddle_sign_in_${state.slice(0, 16)}`;

/** `Lax`, because the browser comes back from another site, by a plain link. */
function cookie(state: string, value: string, maxAgeSeconds: number, secure: boolean): string {
  const attributes = [`Path=${callbackPath}`, 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAgeSeconds}`];
  return [`${nameOf(state)}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}

/** The `Set-Cookie` header by which the browser is known when it comes back. */
export function attemptCookie(state: string, secret: string, secure: boolean): string {
  return cookie(state, secret, attemptMs / 1000, secure);
}

/** The `Set-Cookie` header that removes it. */
export function noAttemptCookie(state: string, secure: boolean): string {
  return cookie(state, '', 0, secure);
}

/** The secret of the browser that began the attempt; undefined if this one did not. */
export function readAttemptCookie(ctx: Context, state: string): string | undefined {
  const value = ctx.cookies.get(nameOf(state));
  return value !== undefined && isSecret(value) ? value : undefined;
}
