import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { answerErrors } from '../middleware/answer-errors.ts';
import { type Authenticator, identifyCaller } from '../authentication/authenticate.ts';
import { callEndpoint, type EndpointState } from './call-endpoint.ts';
import { limitRate } from '../middleware/limit-rate.ts';
import { nameConnection } from '../authentication/name-connection.ts';
import { readBody } from '../middleware/read-body.ts';
import { readUpload, type UploadServices } from '../middleware/read-upload.ts';
import type { KeyServices } from '../idempotency/run-under-key.ts';
import type { Allowances } from '../limits/allowances.ts';
import { replayIdempotent } from '../idempotency/replay-idempotent.ts';
import { type Endpoint, takesConnection } from '../endpoint/endpoint.ts';
import { nameRoute } from '../endpoint/name-route.ts';
import { methodNotAllowed } from '../endpoint/method-not-allowed.ts';

/** The dependencies of the steps of every request. */
export type RoutingServices = KeyServices & UploadServices & { allowances: Allowances };

/** Routes for all endpoints. Every request goes through the same steps, in this order. */
export function mountEndpoints<Needs>(
  endpoints: Endpoint<Needs>[],
  services: Needs & RoutingServices,
  authenticator: Authenticator,
): Router<EndpointState> {
  const router = new Router<EndpointState>({ sensitive: true });
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[endpoint.method](
      path,
      (ctx, next) => {
        nameRoute(ctx, endpoint);
        return next();
      },
      identifyCaller(authenticator, endpoint),
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
