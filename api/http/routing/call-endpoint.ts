import type { RouterContext } from '@koa/router';
import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { BytesReply, Endpoint } from '../endpoint/endpoint.ts';
import { invalidMultipart } from '../uploads/read-multipart.ts';
import type { CallerState } from '../authentication/authenticate.ts';
import { readIdempotencyKey } from '../idempotency/read-key.ts';
import type { IdempotencyState } from '../idempotency/replay-idempotent.ts';
import type { RequestState } from '../middleware/identify-request.ts';
import type { Allowances } from '../limits/allowances.ts';
import { limitItems } from '../middleware/limit-rate.ts';
import { parse } from '../middleware/parse.ts';
import { mostSeparatorsOfSchemas, parseJson } from '../middleware/parse-json.ts';
import type { BodyState } from '../middleware/read-body.ts';
import type { RecordState } from '../middleware/record-request.ts';
import { sendStream } from '../middleware/send-stream.ts';
import { isLarge, jsonInPieces } from './json-in-pieces.ts';

/** The state of a request when its endpoint is called. */
export type EndpointState = RequestState & RecordState & CallerState & BodyState & IdempotencyState;

const nothing = z.strictObject({});

/** The last step of a request: parses the input, calls the endpoint, and responds with the envelope. */
export function callEndpoint<Needs>(endpoint: Endpoint<Needs>, services: Needs & { allowances: Allowances }) {
  return async (ctx: RouterContext<EndpointState>): Promise<void> => {
    const { state } = ctx;
    const params = parseParams(endpoint, ctx.params);
    const query = parse(endpoint.query ?? nothing, ctx.query);
    const body = parseBody(endpoint, ctx);
    const headers = endpoint.headers === undefined ? undefined : parse(endpoint.headers, ctx.headers);
    if (endpoint.itemsOf !== undefined) await limitItems(services.allowances, ctx, endpoint.itemsOf(body));
    const reply = await endpoint.handle(services, {
      caller: state.caller,
      params,
      query,
      body,
      headers,
      resource: state.resource,
      address: ctx.ip,
      requestId: state.requestId,
      stillAllowed: state.stillAllowed,
      log: state.log,
      idempotencyKey:
        endpoint.keepsKeys === true ? readIdempotencyKey(ctx.headers['idempotency-key']) : undefined,
      get signal() {
        return state.signal;
      },
      get clientGone() {
        return state.clientGone;
      },
    });
    if ('stream' in reply) {
      ctx.type = endpoint.mediaType ?? 'text/plain';
      ctx.set(reply.headers ?? {});
      if (reply.about !== undefined) state.about = reply.about;
      return sendStream(ctx, reply);
    }
    if ('bytes' in reply) return sendBytes(ctx, reply);
    if ('nothing' in reply) {
      ctx.status = 204;
      return;
    }
    if ('proposed' in reply) {
      ctx.status = 202;
      ctx.body = { status: 'success', data: reply.proposed };
      return;
    }
    if (reply.about !== undefined) state.about = reply.about;
    if ('refused' in reply) throw reply.refused;
    const { data, status, pagination, cookies } = reply;
    if (cookies !== undefined) ctx.set('Set-Cookie', cookies);
    ctx.status = status ?? endpoint.status;
    const beside = endpoint.dataBeside === true ? (data as object) : {};
    const answer = { ...beside, status: 'success', data, ...defined({ pagination }) };
    const large = isLarge(answer);
    if (large) ctx.type = 'json';
    ctx.body = large ? await jsonInPieces(answer) : answer;
  };
}

function sendBytes(ctx: RouterContext<EndpointState>, reply: BytesReply): void {
  const { state } = ctx;
  if (reply.about !== undefined) state.about = reply.about;
  state.spoken = reply.kept;
  ctx.status = 200;
  ctx.set({ ...reply.headers, 'Content-Type': reply.contentType });
  const { bytes: stream, length, onEnd } = reply;
  sendStream(ctx, { stream, onEnd, ...defined({ length }) });
}

/** A malformed id is answered with 404, like an unknown one. */
function parseParams(endpoint: Endpoint, params: unknown): unknown {
  if (endpoint.params === undefined) return undefined;
  const parsed = endpoint.params.safeParse(params);
  if (!parsed.success) throw notFound(endpoint.noun);
  return parsed.data;
}

function parseUpload(
  { body = nothing }: Endpoint,
  { state: { upload } }: RouterContext<EndpointState>,
): unknown {
  if (upload === undefined) throw invalidMultipart('A multipart body is needed.');
  return parse(body, { ...upload.fields, ...upload.files });
}

function parseBody(endpoint: Endpoint, ctx: RouterContext<EndpointState>): unknown {
  const bytes = ctx.state.body;
  if (endpoint.method === 'get') return undefined;
  if (endpoint.upload !== undefined) return parseUpload(endpoint, ctx);
  if (endpoint.body === undefined) return parse(nothing, bytes === undefined ? {} : parseJson(bytes));
  if (bytes === undefined && endpoint.optionalBody) return parse(endpoint.body, {}, endpoint.fieldErrors);
  if (bytes === undefined) throw new ServiceError('invalid_json', 'A JSON body is needed.');
  const { numberErrors, fieldErrors, manyValues } = endpoint;
  const most = manyValues === true ? mostSeparatorsOfSchemas : undefined;
  return parse(endpoint.body, ctx.state.form ?? parseJson(bytes, { most, numberErrors }), fieldErrors);
}
