import { Router, type RouterMiddleware } from '@koa/router';
import type { Middleware } from 'koa';
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

/** The name of routes that refuse the methods that a path does not have. */
export const otherMethods = 'other methods';

/** Routes for all endpoints. Every request goes through the same steps, in this order. */
export function mountEndpoints<Needs>(
  endpoints: Endpoint<Needs>[],
  services: Needs & RoutingServices,
  authenticator: Authenticator,
): Router<EndpointState> {
  const router = new Router<EndpointState>({ sensitive: true });
  const [fixed, patterns] = [endpoints.filter(isFixed), endpoints.filter((each) => !isFixed(each))];
  const mount = (endpoint: Endpoint<Needs>) => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[endpoint.method](
      path,
      nameEndpoint(endpoint),
      identifyCaller(authenticator, endpoint),
      limitRate(services.allowances),
      ...(endpoint.admit === undefined ? [] : [admitCaller(endpoint.admit, services)]),
      endpoint.upload === undefined ? readBody(endpoint) : readUpload(endpoint.upload, services),
      replayIdempotent(endpoint, services),
      ...(takesConnection(endpoint) ? [nameConnection(services.db)] : []),
      callEndpoint(endpoint, services),
    );
  };
  for (const endpoint of fixed) mount(endpoint);
  for (const [path, methods] of methodsOf(fixed)) {
    if (patterns.some((each) => isMatchedBy(path, each)))
      router.all(otherMethods, path, refuseOtherThan(methods));
  }
  for (const endpoint of patterns) mount(endpoint);
  return router;
}

/** Whether the path of an endpoint contains no parameter. */
function isFixed({ path }: Pick<Endpoint, 'path'>): boolean {
  return !path.includes('{');
}

function methodsOf(endpoints: readonly Pick<Endpoint, 'path' | 'method'>[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of endpoints) {
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  }
  return methods;
}

/** Whether a fixed path could also be one of a pattern, as `/v1/passkeys/options` could be one of `/v1/passkeys/{id}`. */
function isMatchedBy(path: string, pattern: Pick<Endpoint, 'path'>): boolean {
  const [parts, wanted] = [path.split('/'), pattern.path.split('/')];
  return (
    parts.length === wanted.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at])
  );
}

/** The last step of a fixed path, before those of patterns: its name is not the id of anything. */
function refuseOtherThan(methods: string[]): Middleware<EndpointState> {
  return (ctx) => {
    throw methodNotAllowed(ctx.method, methods);
  };
}

/** The step that notes which endpoint a request is for. */
function nameEndpoint(endpoint: Endpoint): Middleware<EndpointState> {
  return (ctx, next) => {
    nameRoute(ctx, endpoint);
    return next();
  };
}

/** The step of an endpoint that refuses some callers before it reads their bodies. */
function admitCaller<Needs>(
  admit: NonNullable<Endpoint<Needs>['admit']>,
  services: Needs,
): Middleware<EndpointState> {
  return async (ctx, next) => {
    await admit(services, ctx.state.caller);
    await next();
  };
}

/**
 * 405 with `Allow` for a path that the routers have found under other methods. The router's own `allowedMethods` would also answer
 * OPTIONS, with 200, and methods that it does not know, with 501.
 */
export function refuseMethod(): RouterMiddleware {
  return async (ctx, next) => {
    const found = (ctx.matched ?? []).flatMap(({ methods }) => methods);
    const allowed = [...new Set(found)].filter((method) => method !== 'HEAD');
    if (allowed.length === 0) return await next();
    throw methodNotAllowed(ctx.method, allowed);
  };
}
