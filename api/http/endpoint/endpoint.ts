import type { z } from 'zod';
import type { ApiKeyScope } from '#contract/api-key.ts';
import type { Change } from '#contract/change.ts';
import type { ErrorCode, ServiceError } from '#contract/errors.ts';
import type { PageBounds, Pagination } from '#contract/pagination.ts';
import { productOf } from '#contract/request.ts';
import type { NeededRole } from '#contract/role-rules.ts';
import type { ProcessLog } from '#engine/ports/log.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import type { About } from './about.ts';
import type { SpeechRef } from '#store/documents/speech.ts';
import type { UploadForm } from '../uploads/read-multipart.ts';
import type { Access } from '../authentication/access.ts';
import type { Caller } from '../authentication/caller.ts';

/** The input of an endpoint's handler. Everything in it has been parsed. */
export interface Call<Params, Query, Body, Headers> {
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  headers: Headers;
  /**
   * The resource that the request creates. A handler that creates something uses `resource.id` as its id and, if it may
   * exist already, responds with the existing one instead of creating it again (docs/decisions/0012).
   */
  resource: NewResource;
  /** The address that the request comes from. */
  address: string;
  /** The `Request-Id` of the response. */
  requestId: string;
  /** The `Idempotency-Key` of a request to an endpoint that keeps its keys itself; undefined without one. */
  idempotencyKey: string | undefined;
  /** Aborts when the client goes away or the server stops. */
  signal: AbortSignal;
  /** Aborts when the client goes away, for work that a stopping server completes. */
  clientGone: AbortSignal;
  /** Whether the caller's credential is still valid, for long responses. */
  stillAllowed: () => Promise<boolean>;
  /** Logs with the request's id. */
  log: ProcessLog;
}

/**
 * A handler's result: the envelope's `data`, the status if it is not the endpoint's usual one, the cursor of a page,
 * and the resources for the request's record.
 */
export interface Reply<Data> {
  data: Data;
  status?: 200;
  pagination?: Pagination;
  /** The resources that the request concerned, if its path does not name them all. */
  about?: About;
  /** `Set-Cookie` headers. */
  cookies?: string[];
}

/** A handler's result for a change that somebody else has to approve first: 202, with the proposed change. */
export interface Proposed {
  proposed: Change;
}

/** A handler's result for a request that is refused after something was done, which its record shows. */
export interface Refusal {
  refused: ServiceError;
  about: About;
}

/** The result of a stream's handler: text of the endpoint's media type, sent piece by piece until it ends. */
export interface StreamReply {
  stream: AsyncIterable<string>;
  headers?: Record<string, string>;
  /** The resources that the request concerned, if its path does not name them all. */
  about?: About;
  /** Called when the response is over, however it ended. */
  onEnd: () => void;
}

/** A handler's result without content: 204. */
export interface NothingReply {
  nothing: true;
}

/** Where a request goes, as it is recorded, logged and measured. */
export interface Route {
  /** With parameters in braces: `/v1/loom/runs/{id}`. */
  path: string;
  /** The resource in the path, for "No … with that id". */
  noun: string;
}

/** A handler's result of raw bytes. If reading them throws, the client sees a response that breaks off. */
export interface BytesReply {
  bytes: AsyncIterable<Uint8Array>;
  /** The media type of these bytes, if it is not always the same. */
  contentType: string;
  /** How many there are, if that is known. */
  length?: number;
  headers: Record<string, string>;
  /** Where the same bytes can be read again, once all of them were read. */
  kept: SpeechRef;
  about?: About;
  /** Called when the response is over, however it ended. */
  onEnd: () => void;
}

/**
 * An operation of the API: its input, its output, who may call it, and the services that it needs. Routing and the
 * OpenAPI document are derived from it. An `Endpoint` without parameters is one of any needs, which can be described and
 * not called.
 */
export interface Endpoint<
  in Needs = never,
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Data = unknown,
  Headers = unknown,
> extends Route {
  /** Name of the operation in the OpenAPI document: a verb and a noun. */
  operation: string;
  /** One line for the reference. */
  summary: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  access: Access;
  /** The role, or one of the roles, with which somebody who is signed in to the console may call it (console.roles). */
  role: NeededRole;
  /** The scope that an API key needs. Default: as `neededScope` says. */
  scope?: ApiKeyScope;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The body may also be form-encoded. */
  form?: true;
  /** The body is multipart and has these parts, of which `body` is the schema. */
  upload?: UploadForm;
  /**
   * Checks whether the request can be served at all, before its body is read. It throws the error to answer with, and
   * `errors` lists the codes.
   */
  admit?: (services: Needs, caller: Caller) => Promise<void>;
  /** Request headers of its own, by their lower-case names. */
  headers?: z.ZodType<Headers>;
  /** A request without a body is one with an empty object. */
  optionalBody?: true;
  /** Body fields with a code of their own, which takes precedence over `invalid_request`. */
  fieldErrors?: { [field: string]: ErrorCode };
  /** Body fields in which a number that a double would change has a code of its own, which takes precedence over `invalid_request`. */
  numberErrors?: { [field: string]: ErrorCode };
  /**
   * Whether its body may have as many values as a schema, a conversation, or arguments, whose own error names the
   * limit.
   */
  manyValues?: true;
  /** How many items a body has, if each of them counts as a request against the allowance. */
  itemsOf?(body: Body): number;
  /** The usual success status. */
  status: 200 | 201 | 202;
  /** A second success status, where there is one, and what it means. */
  otherStatus?: { status: 200 | 204; description: string };
  /** It does its work once under an Idempotency-Key by itself, because its response cannot be kept. */
  keepsKeys?: true;
  /** The change may need two actors: it may answer 202 with a proposed change (change.proposed). */
  proposes?: true;
  /**
   * Default: the envelope, in JSON. A stream has no envelope: `data` describes the content of each of its events. Raw
   * bytes have no envelope either, and `data` is a binary text.
   */
  mediaType?: 'text/event-stream' | 'audio/*';
  /** The `data` of the last event of a stream that says when it is whole, for the reference. */
  streamEnd?: string;
  /** Further headers of its success responses with content, for the reference. */
  responseHeaders?: { [name: string]: z.ZodType };
  data: z.ZodType<Data>;
  /** The fields of `data` are repeated beside it, for clients that do not know the envelope. */
  dataBeside?: true;
  /** Set for collections. */
  page?: PageBounds;
  /** Codes that this endpoint adds to those of every endpoint with its access. */
  errors?: ErrorCode[];
  handle(
    services: Needs,
    call: Call<Params, Query, Body, Headers>,
  ): Promise<Reply<Data> | Proposed | Refusal | StreamReply | BytesReply | NothingReply>;
}

/** Whether `Idempotency-Key` is supported: on every POST with a credential (idempotency.any-post). */
export function takesIdempotencyKey({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean {
  return method === 'post' && access !== 'public' && access !== 'console-page';
}

/** Whether `Service-Connection` is supported: on every request of Loom and of Voice (connection.header.every-request). */
export function takesConnection({ path }: Pick<Endpoint, 'path'>): boolean {
  return ['loom', 'voice'].includes(productOf(path));
}

/** Parameters of a path that are not stored and logged: the name of a subject, and secrets of a browser. */
const hiddenParameters = ['{subject_ref}', '{uid}'];

/** The path of a request as it may be stored and logged: without the name of a subject. */
export function shownPath(path: string, endpoint: Pick<Route, 'path'> | undefined): string {
  if (hiddenParameters.some((name) => endpoint?.path.includes(name) === true)) return endpoint?.path ?? '';
  return endpoint === undefined ? path.replace(/(\/subjects\/).+/i, '$1{subject_ref}') : path;
}

/**
 * Declares an endpoint. The types of its input follow from its schemas, and the services that it needs from the type of
 * the first parameter of `handle`, which includes those of `admit`.
 */
export function endpoint<
  Needs,
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Data = unknown,
  Headers = undefined,
>(declared: Endpoint<Needs, Params, Query, Body, Data, Headers>): Endpoint<Needs> {
  return declared;
}
