import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { PageBounds, Pagination } from '#contract/pagination.ts';
import { productOf } from '#contract/request.ts';
import type { Logger } from '#config/logger.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import type { About } from '../server/about.ts';
import type { Caller } from '../authentication/caller.ts';
import type { Services } from '../services.ts';

/**
 * Who may call an endpoint (auth.*).
 * - `public`: anybody.
 * - `management`: an API key; a session token is refused.
 * - `subject`: acts for one subject, who must be named.
 * - `subject-or-workspace`: acts for a subject, or without one for the whole workspace.
 * - `subject-in-body`: as `subject`, but the body may name the subject.
 */
export type Access = 'public' | 'management' | 'subject' | 'subject-or-workspace' | 'subject-in-body';

/** What an endpoint's handler works with. Everything in it has been parsed. */
export interface Call<Params, Query, Body, Headers> {
  services: Services;
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  headers: Headers;
  /**
   * What the request makes. A handler that creates something takes `resource.id` as its id, and if it may exist
   * already, answers with what has that id instead of making it again (docs/decisions/0012).
   */
  resource: NewResource;
  /** The address that the request comes from. */
  address: string;
  /** The request's own: the `Request-Id` of its response. */
  requestId: string;
  /** Aborts when the client went away or the server is stopping. */
  signal: AbortSignal;
  /** Whether the caller's credential would still be taken: for answers that take long. */
  stillAllowed: () => Promise<boolean>;
  /** Logs with the request's id. */
  log: Logger;
}

/**
 * What a handler answers: the envelope's `data`, its status if not the endpoint's usual one, a page's cursor, and what
 * the request's record is to say.
 */
export interface Reply<Data> {
  data: Data;
  status?: 200;
  pagination?: Pagination;
  /** What the request was about, where its path does not say it all. */
  about?: About;
}

/** What a handler of a stream answers: text of the endpoint's media type, sent piece by piece until it ends. */
export interface StreamReply {
  stream: AsyncIterable<string>;
  /** Called when the response is over, however it ended. */
  onEnd: () => void;
}

/** An operation of the API: what it takes, what it gives, who may call it. Routing and description come from it. */
export interface Endpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Data = unknown,
  Headers = unknown,
> {
  /** Name of the operation in the API description: a verb and a noun. */
  operation: string;
  /** One line for the reference. */
  summary: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters in braces: `/v1/loom/runs/{id}`. */
  path: string;
  access: Access;
  /** What the path names, for "No … with that id". */
  noun: string;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The body may come form-encoded, too. */
  form?: true;
  /** Request headers of its own, by their lower-case names. */
  headers?: z.ZodType<Headers>;
  /** A request without a body is one with an empty object. */
  optionalBody?: true;
  /** Body fields with a code of their own: it wins over `invalid_request`. */
  fieldErrors?: { [field: string]: ErrorCode };
  /** The usual success status. */
  status: 200 | 201 | 202;
  /** A second success status, where there is one, and what it means. */
  otherStatus?: { status: 200; description: string };
  /** Default: the envelope, in JSON. A stream is not in the envelope: `data` describes what each of its events holds. */
  mediaType?: 'text/event-stream';
  data: z.ZodType<Data>;
  /** The fields of `data` stand beside it as well, for clients that know no envelope. */
  dataBeside?: true;
  /** Present on collections. */
  page?: PageBounds;
  /** Codes this endpoint adds to those that every endpoint of its access has. */
  errors?: ErrorCode[];
  handle(call: Call<Params, Query, Body, Headers>): Promise<Reply<Data> | StreamReply>;
}

/** Whether `Idempotency-Key` means something: on every POST of somebody's (idempotency.any-post). */
export function takesIdempotencyKey({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean {
  return method === 'post' && access !== 'public';
}

/** Whether `Service-Connection` means something: on every request of Loom (connection.header.every-request). */
export function takesConnection({ path }: Pick<Endpoint, 'path'>): boolean {
  return productOf(path) === 'loom';
}

/** The path of a request as it may be kept and logged: without the name of a subject. */
export function shownPath(path: string, endpoint: Pick<Endpoint, 'path'> | undefined): string {
  return endpoint?.path.includes('{subject_ref}') === true ? endpoint.path : path;
}

/** Declares an endpoint; its types follow from its schemas. */
export function endpoint<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Data = unknown,
  Headers = undefined,
>(declared: Endpoint<Params, Query, Body, Data, Headers>): Endpoint {
  return declared;
}
