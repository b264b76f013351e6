import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { type KnownOrigins, mayCall } from './check-origin.ts';

/** The response headers that browser code may read. */
const exposed = [
  'Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotency-Replayed',
  'Service-Voice-Cache',
  'Location',
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
];
/** The request headers that browser code may send. */
const allowed = [
  'Authorization',
  'Content-Type',
  'Service-Subject',
  'Service-Actor',
  'Service-Connection',
  'Idempotency-Key',
  'Last-Event-ID',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
];
/** The response headers of open paths that browser code may read. */
const exposedOfOpen = ['Request-Id', 'Retry-After', 'WWW-Authenticate'];
/** How long a browser may cache the preflight response. No browser accepts more than two hours. */
const maxAgeSeconds = 7200;

/** MCP clients in browsers. */
const mcp = /^\/mcp\/[^/]+$/;

/**
 * Lets browser code of these origins call the API, and read errors too. The MCP server of a service on a loopback address
 * may also be called by pages from there, such as those of the MCP Inspector. A preflight request has no credential, so it is
 * answered here, before anything that needs or counts one. Credentials are sent in `Authorization`, which the code
 * itself sets. Cookies are not used.
 * @param open paths that browser code of any origin may call
 */
export function allowOrigins(known: KnownOrigins, open: RegExp): Middleware {
  const { corsOrigins } = known;
  const allowAny = cors({ origin: '*', exposeHeaders: exposedOfOpen, maxAge: maxAgeSeconds });
  const allowKnown = cors({
    origin: (ctx) => {
      if (corsOrigins === '*') return '*';
      const origin = ctx.get('Origin');
      return corsOrigins.includes(origin) || (mcp.test(ctx.path) && mayCall(origin, known)) ? origin : '';
    },
    exposeHeaders: exposed,
    allowHeaders: allowed,
    maxAge: maxAgeSeconds,
  });
  return async (ctx, next) => await (open.test(ctx.path) ? allowAny : allowKnown)(ctx, next);
}
