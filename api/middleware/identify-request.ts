import type { Middleware } from 'koa';
import { newId } from '#store/ids.ts';
import type { Logger } from '#config/logger.ts';

/** What every request has from its first moment. */
export interface RequestState {
  requestId: string;
  /** Logs with the request's id. */
  log: Logger;
  /** Aborts when the client went away or the server is stopping. */
  signal: AbortSignal;
}

/**
 * Gives each request its id, which the response, the log and the request record carry, and writes one log line
 * when it is done: what was asked and how it went, never bodies or credentials.
 */
export function identifyRequest(log: Logger, stopping: AbortSignal): Middleware<RequestState> {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    ctx.state.requestId = newId();
    ctx.state.log = log.child({ request_id: ctx.state.requestId });
    ctx.state.signal = AbortSignal.any([gone.signal, stopping]);
    ctx.set('Request-Id', ctx.state.requestId);
    await next();
    ctx.state.log.info(
      {
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        duration_ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
  };
}
