import type { ApiError, ConnectionError } from './errors.ts';

/** The subject and the options of a request. */
export interface RequestOptions {
  /** The end user that an API key acts for. */
  subject?: string | undefined;
  /** The person behind the request if that is not the subject, such as an approver. */
  actor?: string | undefined;
  /** The host that the agent may call: the id of a connection or, with an API key, its name. */
  connection?: string | undefined;
  /** Ends the request, its retries and the waiting between them. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds. Default: 60,000. */
  timeoutMs?: number | undefined;
  /** How often a request is repeated that failed in a way that passes. Default: 3. */
  maxRetries?: number | undefined;
  /** The key that makes a POST safe to repeat. Default: a new one for each call, kept over its retries. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
}

export interface HeddleOptions extends Omit<RequestOptions, 'signal' | 'idempotencyKey'> {
  /** The address of the service, as in `https://heddle.example`, without `/v1`. */
  baseUrl: string;
  /**
   * An API key, for your servers, or a session token, which can be given to a browser. A function is called before each attempt,
   * for tokens that expire; what it throws, the call throws. Default: the environment's `HEDDLE_API_KEY`.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Default: the global one. */
  fetch?: typeof fetch | undefined;
  /** Called for each response, refusals included, such as for a log. What it throws, the call throws. */
  onResponse?: ((response: ReceivedResponse) => void) | undefined;
  /** Called before the wait for the next attempt, which may be a minute. What it throws, the call throws. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** One attempt of a call. */
export interface Attempt {
  method: ApiRequest['method'];
  /** Without the query, which may name a person. */
  path: string;
  /** From 1. */
  attempt: number;
}

export interface ReceivedResponse extends Attempt {
  status: number;
  requestId: string | undefined;
  /** From the request to the headers of the response. */
  durationMs: number;
}

export interface Retry extends Attempt {
  /** Why the attempt failed. */
  error: ApiError | ConnectionError;
  /** How long the client waits before the next one. */
  delayMs: number;
}

/** Values of a query; lists are repeated, and what is undefined is left out. */
export type Query = object;

/** A request to send. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query | undefined;
  json?: unknown;
  form?: FormData | undefined;
  /** Headers of this request: they replace those of the client's options. */
  headers?: Record<string, string> | undefined;
}
