import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { CorsOrigins } from '#config/cors-origins.ts';

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
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
];
/** How long a browser may cache the preflight response. No browser accepts more than two hours. */
const maxAgeSeconds = 7200;

/**
 * Lets browser code of these origins call the API, and read errors too. A preflight request has no credential, so it is
 * answered here, before anything that needs or counts one. Credentials are sent in `Authorization`, which the code
 * itself sets. Cookies are not used.
 */
export function allowOrigins(origins: CorsOrigins): Middleware {
  return cors({
    origin: (ctx) => {
      if (origins === '*') return '*';
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    exposeHeaders: exposed,
    allowHeaders: allowed,
    maxAge: maxAgeSeconds,
  });
}
