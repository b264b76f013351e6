import type { RouterContext } from '@koa/router';
import { z } from 'zod';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { Logger } from '#config/logger.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import type { Caller } from '../authentication/caller.ts';
import type { Call, Endpoint } from '../routing/endpoint.ts';
import type { Services } from '../services.ts';
import type { CallerState } from './authenticate.ts';
import type { IdempotencyState } from './idempotency/replay-idempotent.ts';
import type { RequestState } from './identify-request.ts';
import { parse } from './parse.ts';
import { parseForm, parseJson } from './parse-json.ts';
import { type BodyState, formType } from './read-body.ts';
import type { RecordState } from './record-request.ts';
import { sendStream } from './send-stream.ts';

/** What a request has gathered when its endpoint is called. */
export type EndpointState = RequestState & RecordState & CallerState & BodyState & IdempotencyState;

const nothing = z.strictObject({});

/** The last step of a request: parses what came in, calls the endpoint, answers the envelope. */
export function callEndpoint(endpoint: Endpoint, services: Services) {
  return async (ctx: RouterContext<EndpointState>): Promise<void> => {
    const { state } = ctx;
    const params = parseParams(endpoint, ctx.params);
    const query = parse(endpoint.query ?? nothing, ctx.query);
    const body = parseBody(endpoint, ctx);
    const headers = endpoint.headers === undefined ? undefined : parse(endpoint.headers, ctx.headers);
    const reply = await endpoint.handle(new GatheredCall(services, state, { params, query, body, headers }));
    if ('stream' in reply) return sendStream(ctx, endpoint.mediaType ?? 'text/plain', reply.stream);
    const { data, status, pagination, about } = reply;
    if (about !== undefined) state.about = about;
    ctx.status = status ?? endpoint.status;
    const beside = endpoint.dataBeside === true ? (data as object) : {};
    ctx.body = { ...beside, status: 'success', data, ...(pagination === undefined ? {} : { pagination }) };
  };
}

/** What a handler works with. Its log and signal are made only for the few that look at them. */
class GatheredCall implements Call<unknown, unknown, unknown, unknown> {
  readonly services: Services;
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: unknown;
  readonly resource: NewResource;
  readonly requestId: string;
  readonly stillAllowed: () => Promise<boolean>;
  readonly #state: EndpointState;

  constructor(
    services: Services,
    state: EndpointState,
    { params, query, body, headers }: { params: unknown; query: unknown; body: unknown; headers: unknown },
  ) {
    this.services = services;
    this.caller = state.caller;
    this.params = params;
    this.query = query;
    this.body = body;
    this.headers = headers;
    this.resource = state.resource;
    this.requestId = state.requestId;
    this.stillAllowed = state.stillAllowed;
    this.#state = state;
  }

  get signal(): AbortSignal {
    return this.#state.signal;
  }

  get log(): Logger {
    return this.#state.log;
  }
}

/** An id that is not well formed names nothing: 404, like one that is unknown. */
function parseParams(endpoint: Endpoint, params: unknown): unknown {
  if (endpoint.params === undefined) return undefined;
  const parsed = endpoint.params.safeParse(params);
  if (!parsed.success) throw notFound(endpoint.noun);
  return parsed.data;
}

function parseBody(endpoint: Endpoint, ctx: RouterContext<EndpointState>): unknown {
  const bytes = ctx.state.body;
  if (endpoint.method === 'get') return undefined;
  if (endpoint.body === undefined) return parse(nothing, bytes === undefined ? {} : parseJson(bytes));
  if (bytes === undefined && endpoint.optionalBody) return parse(endpoint.body, {}, endpoint.fieldErrors);
  if (bytes === undefined) throw new ServiceError('invalid_json', 'A JSON body is needed.');
  const isForm = endpoint.form === true && ctx.is(formType) === formType;
  return parse(endpoint.body, isForm ? parseForm(bytes) : parseJson(bytes), endpoint.fieldErrors);
}
