import type { Context } from 'koa';
import { unauthorized } from './errors.ts';

/** Three dot-separated base64url segments. An API key has no dots. */
const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The credential of a request. */
export interface Credential {
  /** Its form selects the mode (auth.mode-by-form): a JWT is a session token, anything else an API key. */
  type: 'session-token' | 'api-key';
  text: string;
}

/**
 * Reads `Authorization: Bearer <credential>`.
 * @throws {ServiceError} `unauthorized` if there is none
 */
export function readCredential(ctx: Context): Credential {
  const [, text] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization').trim()) ?? [];
  if (text === undefined) throw unauthorized();
  return { type: jwt.test(text) ? 'session-token' : 'api-key', text };
}
