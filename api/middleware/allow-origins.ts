import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { CorsOrigins } from '#config/cors-origins.ts';

/** What browser code may read of a response, beside its body. */
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
/** What browser code may send. */
const allowed = [
  'Authorization',
  'Content-Type',
  'Service-Subject',
  'Service-Actor',
  'Service-Connection',
  'Idempotency-Key',
  'Last-Event-ID',
];
/** How long a browser may go without asking again: two hours is the most that any takes. */
const maxAgeSeconds = 7200;

/**
 * Lets browser code of these origins call the API (direct mode), errors included. A browser asks first, without a
 * credential: it is answered here, before anything that needs or counts one. Credentials travel in `Authorization`,
 * which the code itself sets; cookies are neither set nor asked for.
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
