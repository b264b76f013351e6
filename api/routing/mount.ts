import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { answerErrors } from '../middleware/answer-errors.ts';
import { type Authenticator, identifyCaller } from '../middleware/authenticate.ts';
import { callEndpoint, type EndpointState } from '../middleware/call-endpoint.ts';
import { limitRate } from '../middleware/limit-rate.ts';
import { nameConnection } from '../middleware/name-connection.ts';
import { readBody } from '../middleware/read-body.ts';
import { readUpload } from '../middleware/read-upload.ts';
import { replayIdempotent } from '../middleware/idempotency/replay-idempotent.ts';
import type { Services } from '../services.ts';
import { type Endpoint, takesConnection } from './endpoint.ts';
import { methodNotAllowed } from './method-not-allowed.ts';

/** Routes for all endpoints. Every request goes through the same steps, in this order. */
export function mountEndpoints(
  endpoints: Endpoint[],
  services: Services,
  authenticator: Authenticator,
): Router<EndpointState> {
  const router = new Router<EndpointState>({ sensitive: true });
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[endpoint.method](
      path,
      (ctx, next) => {
        ctx.state.endpoint = endpoint;
        return next();
      },
      identifyCaller(authenticator, endpoint.access),
      limitRate(services.allowances),
      async (ctx, next) => {
        await endpoint.admit?.(services, ctx.state.caller);
        await next();
      },
      endpoint.upload === undefined ? readBody(endpoint) : readUpload(endpoint.upload, services),
      replayIdempotent(endpoint, services),
      answerErrors(),
      ...(takesConnection(endpoint) ? [nameConnection(services.db)] : []),
      callEndpoint(endpoint, services),
    );
  }
  return router;
}

/** 405 with `Allow` for a path that exists under other methods. */
export function refuseMethod(endpoints: Pick<Endpoint, 'path' | 'method'>[]): Middleware {
  const matchers = endpoints.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    method: method.toUpperCase(),
  }));
  return async (ctx, next) => {
    const possible = matchers.filter(({ pattern }) => pattern.test(ctx.path)).map(({ method }) => method);
    const allowed = [...new Set(possible)];
    if (allowed.length === 0) return await next();
    throw methodNotAllowed(ctx.method, allowed);
  };
}
