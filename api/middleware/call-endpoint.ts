import type { RouterContext } from '@koa/router';
import { z } from 'zod';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { EndpointState } from '../mount.ts';
import type { Services } from '../services.ts';
import { parse } from './parse.ts';
import { parseJson } from './parse-json.ts';

const nothing = z.strictObject({});

/** The last step of a request: parses what came in, calls the endpoint, answers the envelope. */
export function callEndpoint(endpoint: Endpoint, services: Services) {
  return async (ctx: RouterContext<EndpointState>): Promise<void> => {
    const { caller, effect, signal, log } = ctx.state;
    const params = parseParams(endpoint, ctx.params);
    const query = parse(endpoint.query ?? nothing, ctx.query);
    const body = parseBody(endpoint, ctx.state.body);
    const reply = await endpoint.handle({ services, caller, params, query, body, effect, signal, log });
    const { data, status, pagination, about } = reply;
    if (about !== undefined) ctx.state.about = about;
    ctx.status = status ?? endpoint.status;
    ctx.body = { status: 'success', data, ...(pagination === undefined ? {} : { pagination }) };
  };
}

/** An id that is not well formed names nothing: 404, like one that is unknown. */
function parseParams(endpoint: Endpoint, params: unknown): unknown {
  if (endpoint.params === undefined) return undefined;
  const parsed = endpoint.params.safeParse(params);
  if (!parsed.success) throw notFound(endpoint.noun);
  return parsed.data;
}

function parseBody(endpoint: Endpoint, bytes: Buffer | undefined): unknown {
  if (endpoint.method === 'get') return undefined;
  if (endpoint.body === undefined) return parse(nothing, bytes === undefined ? {} : parseJson(bytes));
  if (bytes === undefined && endpoint.optionalBody) return parse(endpoint.body, {}, endpoint.fieldErrors);
  if (bytes === undefined) throw new ServiceError('invalid_json', 'A JSON body is needed.');
  return parse(endpoint.body, parseJson(bytes), endpoint.fieldErrors);
}
