import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import type { AnsweredRequest } from '#adapters/operations/duration-metrics.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ProcessLog } from '#engine/ports/log.ts';
import { type Route, shownPath } from '../endpoint/endpoint.ts';

/** The state that every request has from its start. */
export interface RequestState {
  requestId: string;
  /** Start, by `performance.now()`. */
  startedAt: number;
  /** Where the request goes, once it is known. */
  endpoint?: Route;
  /** Logs with the request's id. */
  log: ProcessLog;
  /** Aborts when the client goes away or the server stops. */
  signal: AbortSignal;
  /** Aborts when the client goes away. */
  clientGone: AbortSignal;
}

/**
 * Gives each request its id, which the response, the log and the request record contain, and writes one log line when
 * it is done: what was requested and its result, never bodies or credentials. Also counts and times it.
 */
export function identifyRequest(
  { log, measureRequest }: { log: ProcessLog; measureRequest: (request: AnsweredRequest) => void },
  stopping: AbortSignal,
): Middleware<RequestState> {
  return async (ctx, next) => {
    const requestId = newId();
    const startedAt = performance.now();
    const requestLog = log.child({ request_id: requestId });
    let gone: AbortSignal | undefined;
    ctx.state = {
      requestId,
      startedAt,
      log: requestLog,
      // Only for requests that wait, because each one adds a listener to `stopping`.
      get signal() {
        return AbortSignal.any([this.clientGone, stopping]);
      },
      get clientGone() {
        gone ??= closing(ctx.res);
        return gone;
      },
    };
    ctx.set('Request-Id', requestId);
    await next();
    const { method, status } = ctx;
    const path = shownPath(ctx.path, ctx.state.endpoint);
    const durationMs = performance.now() - startedAt;
    measureRequest({ method, route: ctx.state.endpoint?.path ?? 'none', status, durationMs });
    requestLog.info({ method, path, status, duration_ms: Math.round(durationMs) }, 'request');
  };
}

/** Aborts when the connection is closed before the response is sent. */
function closing(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) look();
  else response.once('close', look);
  return gone.signal;
}
