import { Router, type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { z } from 'zod';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { Caller } from './caller.ts';
import type { Access, Endpoint, Reply } from './endpoint.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { Authenticator } from './middleware/authenticate.ts';
import type { RequestState } from './middleware/identify-request.ts';
import { parse } from './middleware/parse.ts';
import { readJson } from './middleware/read-json.ts';
import type { Services } from './services.ts';

const nothing = z.strictObject({});

/** Routes for all endpoints. Each goes through the same steps: authenticate, parse, handle, answer. */
export function mountEndpoints(endpoints: Endpoint[], services: Services): Router<RequestState> {
  const router = new Router<RequestState>({ sensitive: true });
  const authenticator = new Authenticator(services.db);
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[endpoint.method](path, async (ctx) => {
      const caller = await callerOf(authenticator, ctx, endpoint.access);
      const params = parseParams(endpoint, ctx);
      const query = parse(endpoint.query ?? nothing, ctx.query);
      const body = await parseBody(endpoint, ctx);
      const { signal, log } = ctx.state;
      answer(ctx, endpoint, await endpoint.handle({ services, caller, params, query, body, signal, log }));
    });
  }
  return router;
}

/** 405 with `Allow` for a path that exists under other methods. */
export function refuseMethod(endpoints: Endpoint[]): Middleware {
  const matchers = endpoints.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    method: method.toUpperCase(),
  }));
  return async (ctx, next) => {
    const allowed = matchers.filter(({ pattern }) => pattern.test(ctx.path)).map(({ method }) => method);
    if (allowed.length === 0) return await next();
    throw methodNotAllowed(ctx.method, allowed);
  };
}

async function callerOf(authenticator: Authenticator, ctx: RouterContext, access: Access): Promise<Caller> {
  if (access === 'public') return { workspace_id: '', mode: 'relay' };
  return await authenticator.authenticate(ctx, access);
}

/** An id that is not well formed names nothing: 404, like one that is unknown. */
function parseParams(endpoint: Endpoint, ctx: RouterContext): unknown {
  if (endpoint.params === undefined) return undefined;
  const parsed = endpoint.params.safeParse(ctx.params);
  if (!parsed.success) throw notFound(endpoint.noun);
  return parsed.data;
}

async function parseBody(endpoint: Endpoint, ctx: RouterContext): Promise<unknown> {
  if (endpoint.method === 'get') return undefined;
  const body = await readJson(ctx);
  if (endpoint.body === undefined) return parse(nothing, body ?? {});
  if (body === undefined) throw new ServiceError('invalid_json', 'A JSON body is needed.');
  return parse(endpoint.body, body, endpoint.fieldErrors);
}

function answer(ctx: RouterContext, endpoint: Endpoint, { data, status, pagination }: Reply<unknown>): void {
  ctx.status = status ?? endpoint.status;
  ctx.body = { status: 'success', data, ...(pagination === undefined ? {} : { pagination }) };
}
