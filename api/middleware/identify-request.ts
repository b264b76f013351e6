import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { newId } from '#store/mongo/ids.ts';
import type { Logger } from '#config/logger.ts';
import type { Endpoint } from '../routing/endpoint.ts';
import type { Services } from '../services.ts';

/** What every request has from its first moment. */
export interface RequestState {
  requestId: string;
  /** By `performance.now()`. */
  startedAt: number;
  /** Where it went, if anywhere: known once it is there. */
  endpoint?: Endpoint;
  /** Logs with the request's id. */
  log: Logger;
  /** Aborts when the client went away or the server is stopping. */
  signal: AbortSignal;
}

/**
 * Gives each request its id, which the response, the log and the request record carry, and writes one log line
 * when it is done: what was asked and how it went, never bodies or credentials. Counts and times it, too.
 */
export function identifyRequest(
  { log, measureRequest }: Services,
  stopping: AbortSignal,
): Middleware<RequestState> {
  return async (ctx, next) => {
    const state = new IdentifiedRequest(ctx.res, log, stopping);
    ctx.state = state;
    ctx.set('Request-Id', state.requestId);
    await next();
    const { method, path, status } = ctx;
    const { requestId: request_id, startedAt } = state;
    const durationMs = performance.now() - startedAt;
    measureRequest({ method, route: ctx.state.endpoint?.path ?? 'none', status, durationMs });
    log.info({ request_id, method, path, status, duration_ms: Math.round(durationMs) }, 'request');
  };
}

/** Most requests never look at their log and signal: these are made when somebody does. */
class IdentifiedRequest implements RequestState {
  endpoint?: Endpoint;
  readonly requestId = newId();
  readonly startedAt = performance.now();
  readonly #response: ServerResponse;
  readonly #serviceLog: Logger;
  readonly #stopping: AbortSignal;
  #log: Logger | undefined;
  #signal: AbortSignal | undefined;

  constructor(response: ServerResponse, log: Logger, stopping: AbortSignal) {
    this.#response = response;
    this.#serviceLog = log;
    this.#stopping = stopping;
  }

  get log(): Logger {
    this.#log ??= this.#serviceLog.child({ request_id: this.requestId });
    return this.#log;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([closing(this.#response), this.#stopping]);
    return this.#signal;
  }
}

/** Aborts when the connection is closed before the response is out. */
function closing(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) look();
  else response.once('close', look);
  return gone.signal;
}
