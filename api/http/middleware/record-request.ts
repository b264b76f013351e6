import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { defined } from '#contract/defined.ts';
import { productOf } from '#contract/request.ts';
import { madeAt } from '#store/mongo/ids.ts';
import { shownPath } from '../endpoint/endpoint.ts';
import { type About, aboutPath } from '../endpoint/about.ts';
import type { RequestLog } from './request-log.ts';
import type { CallerState } from '../authentication/authenticate.ts';
import type { RequestState } from './identify-request.ts';

/** A request's part of its record. */
export interface RecordState {
  /** The handler's part of it. */
  about?: About;
  /** The response is that of an earlier request, and nothing was done. */
  replayed?: true;
}

type State = RequestState & RecordState & Partial<CallerState>;

/** The longest path in a record. Valid paths are much shorter. */
const pathLimit = 500;

/**
 * Records requests once they are answered, and streams when they end, if they belong to a known workspace and reached
 * an endpoint (request-log.record).
 */
export function recordRequest(requestLog: RequestLog): Middleware<State> {
  return async (ctx, next) => {
    await next();
    // A stream ends when its connection is closed, which may already have happened.
    if (isStream(ctx)) ctx.res.once('close', () => record(ctx, requestLog));
    else record(ctx, requestLog);
  };
}

function isStream(ctx: Context): boolean {
  const piped = typeof ctx.body === 'object' && ctx.body !== null && 'pipe' in ctx.body;
  return (piped || ctx.respond === false) && !ctx.res.closed;
}

function record(ctx: Context & { state: State }, requestLog: RequestLog): void {
  const { requestId, startedAt, workspaceId, caller, consoleOrigin, endpoint, replayed } = ctx.state;
  if (workspaceId === undefined || endpoint === undefined) return;
  const { params } = ctx as Context & Partial<Pick<RouterContext, 'params'>>;
  const about = { ...aboutPath(endpoint.noun, params ?? {}), ...ctx.state.about };
  const { cost = 0, subject_ref = caller?.subject_ref, ...others } = about;
  requestLog.add({
    _id: requestId,
    workspace_id: workspaceId,
    method: ctx.method,
    path: shownPath(ctx.path, endpoint).slice(0, pathLimit),
    route: endpoint.path,
    status: ctx.status,
    duration_ms: Math.round(performance.now() - startedAt),
    product: productOf(endpoint.path),
    // Until the caller is known: what is outside of /v1 is for MCP clients.
    origin: caller?.origin ?? consoleOrigin ?? (endpoint.path.startsWith('/v1/') ? 'api' : 'mcp'),
    ...defined({ subject_ref }),
    ...(caller?.actor === undefined || caller.actor === subject_ref ? {} : { actor: caller.actor }),
    ...(caller?.credential === undefined ? {} : { credential: caller.credential }),
    ...others,
    ...(isConsoleRead(ctx) ? { console_read: true as const } : {}),
    replayed: replayed ?? false,
    cost,
    created_at: madeAt(requestId),
  });
}

/** Whether a page of the console reads something: it does so all the time, and not because of what somebody did. */
function isConsoleRead({ method, state }: Context & { state: State }): boolean {
  return method === 'GET' && state.consoleOrigin !== undefined;
}
