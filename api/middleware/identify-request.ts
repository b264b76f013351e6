import type { Middleware } from 'koa';
import { newId } from '#store/ids.ts';
import type { Logger } from '#config/logger.ts';
import type { Services } from '../services.ts';
import type { RecordState } from './record-request.ts';

/** What every request has from its first moment. */
export interface RequestState {
  requestId: string;
  /** By `performance.now()`. */
  startedAt: number;
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
): Middleware<RequestState & RecordState> {
  return async (ctx, next) => {
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    ctx.state.startedAt = performance.now();
    ctx.state.requestId = newId();
    ctx.state.log = log.child({ request_id: ctx.state.requestId });
    ctx.state.signal = AbortSignal.any([gone.signal, stopping]);
    ctx.set('Request-Id', ctx.state.requestId);
    await next();
    const { method, path, status } = ctx;
    const durationMs = performance.now() - ctx.state.startedAt;
    measureRequest({ method, route: ctx.state.endpoint?.path ?? 'none', status, durationMs });
    ctx.state.log.info({ method, path, status, duration_ms: Math.round(durationMs) }, 'request');
  };
}
