import type { Context } from 'koa';
import { isSecret } from '#store/console/sessions.ts';

const name = 'heddle_console';
/** Where browsers send it: to the API and to the session itself, and not with pages and files. */
const paths = ['/v1', '/console/session'];

const values = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`, 'g');

/**
 * The secret in the cookie of a console session; undefined if there is none. Two different ones count as none: a
 * sibling domain can set a cookie of this name for this one, and so sign a person in to a session of its own.
 */
export function readSessionCookie(ctx: Context): string | undefined {
  const sent = new Set(Array.from(ctx.get('Cookie').matchAll(values), ([, value]) => value?.trim()));
  const [value] = sent;
  return sent.size === 1 && value !== undefined && isSecret(value) ? value : undefined;
}

/**
 * `Set-Cookie` headers that store the secret of a session. No script can read the cookie, and no other site can cause a
 * browser to send it.
 * @param secure whether browsers may send it over https only
 */
export function sessionCookies(secret: string, maxAgeSeconds: number, secure: boolean): string[] {
  const attributes = ['HttpOnly', 'SameSite=Strict', `Max-Age=${maxAgeSeconds}`];
  return paths.map((path) =>
    [`${name}=${secret}`, `Path=${path}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; '),
  );
}

/** `Set-Cookie` headers that remove the cookie. */
export function noSessionCookies(secure: boolean): string[] {
  return sessionCookies('', 0, secure);
}
