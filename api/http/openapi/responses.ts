import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { Change } from '#contract/change.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { Pagination } from '#contract/pagination.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { errorMeanings } from './error-meanings.ts';
import { envelopeOf, ErrorEnvelope, serverSentEvent } from './envelopes.ts';
import { errorsByStatus } from './errors.ts';
import { exampleOf, media } from './examples/example-of.ts';
import { allowance, always, authenticate, replayed, retryAfter } from './headers.ts';

/** All responses of an operation: its successes, and each error status with its codes. */
export function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { status, summary, otherStatus, proposes } = endpoint;
  const responses: ZodOpenApiResponsesObject = { [`${status}`]: success(endpoint, summary) };
  if (otherStatus !== undefined) {
    const { status: other, description } = otherStatus;
    if (other === 204) {
      const { responseHeaders: _, ...bare } = endpoint;
      const { content: __, ...nothing } = success(bare, description);
      responses['204'] = nothing;
    } else responses[`${other}`] = success(endpoint, description);
  }
  if (proposes === true) {
    const description =
      'The change needs a second actor: it is proposed, and takes effect when it is approved.';
    responses['202'] = success({ ...endpoint, data: Change }, description);
  }
  for (const [errorStatus, codes] of errorsByStatus(endpoint)) {
    responses[`${errorStatus}` as '400'] = errorResponse(codes);
  }
  return responses;
}

function success(endpoint: Endpoint, description: string): ZodOpenApiResponseObject {
  const { data, dataBeside, method, mediaType, streamEnd, responseHeaders } = endpoint;
  const headers = { ...always, ...allowance, ...(method === 'post' ? replayed : {}), ...responseHeaders };
  return { description, headers: z.object(headers), content: contentOf() };

  function contentOf() {
    if (mediaType === undefined) {
      const envelope = envelopeOf(data, { beside: dataBeside === true });
      return { 'application/json': media(envelope, successExample(endpoint)) };
    }
    if (mediaType === 'text/event-stream') {
      return { [mediaType]: media(serverSentEvent(data, streamEnd), eventExample(endpoint)) };
    }
    return { [mediaType]: media(data) };
  }
}

function eventExample({ data: schema, streamEnd }: Endpoint): unknown {
  const data = exampleOf(schema) as { id: string; type: string } | undefined;
  if (data === undefined) return undefined;
  // A stream that says its end has nothing to continue from.
  const fields = streamEnd === undefined ? { id: data.id, event: data.type } : {};
  return { ...fields, data: JSON.stringify(data) };
}

function successExample({ data, dataBeside, page }: Endpoint): unknown {
  const example = exampleOf(data);
  if (example === undefined) return undefined;
  return {
    ...(dataBeside === true ? example : {}),
    status: 'success',
    data: example,
    ...(page === undefined ? {} : { pagination: exampleOf(Pagination) }),
  };
}

/** Responses with a single code are the same everywhere under /v1, so they are components of the document. */
const shared = new Map<ErrorCode, ZodOpenApiResponseObject>();

/** The response for an error status under /v1, with its possible codes. */
function errorResponse(codes: ErrorCode[]): ZodOpenApiResponseObject {
  const [only] = codes;
  const made = () => describeError(codes, { ...always, ...allowance });
  if (codes.length > 1 || only === undefined) return made();
  const response = shared.get(only) ?? { id: only, ...made() };
  shared.set(only, response);
  return response;
}

/** A response in the error envelope, with one of these codes, which are in `x-error-codes`. */
export function describeError(
  codes: ErrorCode[],
  headers: { [name: string]: z.ZodType },
): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorMeanings[code]}`).join('\n'),
    headers: z.object({ ...headers, ...headersOf(codes) }),
    content: { 'application/json': { schema: ErrorEnvelope } },
    'x-error-codes': codes,
  };
}

const retried: ErrorCode[] = [
  'idempotency_in_flight',
  'rate_limited',
  'model_error',
  'temporarily_unavailable',
];

function headersOf(codes: ErrorCode[]): { [name: string]: z.ZodType } {
  if (codes.includes('unauthorized')) return { 'WWW-Authenticate': authenticate };
  if (!codes.some((code) => retried.includes(code))) return {};
  return {
    'Retry-After': codes.every((code) => retried.includes(code)) ? retryAfter : retryAfter.optional(),
  };
}
