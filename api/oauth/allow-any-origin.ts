import cors from '@koa/cors';
import type { Middleware } from 'koa';

/**
 * Paths that MCP clients in browsers call. None of them reads cookies, so any page may call them as any program may.
 */
const open = /^\/(?:\.well-known\/|oauth\/(?:token|register|revoke|introspect|jwks)$)/;

/** The response headers that browser code may read. */
const exposed = ['Request-Id', 'Retry-After', 'WWW-Authenticate'];
/** How long a browser may cache the preflight response. No browser accepts more than two hours. */
const maxAgeSeconds = 7200;

/** Lets browser code of any origin call the metadata and the token endpoints. */
export function allowAnyOrigin(): Middleware {
  const allow = cors({ origin: '*', exposeHeaders: exposed, maxAge: maxAgeSeconds });
  return async (ctx, next) => await (open.test(ctx.path) ? allow(ctx, next) : next());
}
