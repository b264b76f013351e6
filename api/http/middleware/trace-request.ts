import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { defined } from '#contract/defined.ts';
import { aboutPath } from '../endpoint/about.ts';
import type { CallerState } from '../authentication/authenticate.ts';
import type { RequestState } from './identify-request.ts';
import type { RecordState } from './record-request.ts';

/**
 * Notes the workspace, the request id and the run of a request on Node's request, which tracing sees alone
 * (adapters/telemetry/export/instrumentations.ts).
 */
export function traceRequest(): Middleware<RequestState & RecordState & Partial<CallerState>> {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const { requestId, workspaceId, endpoint, about } = ctx.state;
      const { params = {} } = ctx as Context & Partial<Pick<RouterContext, 'params'>>;
      if (workspaceId !== undefined && endpoint !== undefined) {
        const run_id = about?.run_id ?? aboutPath(endpoint.noun, params).run_id;
        const concerns = { workspace_id: workspaceId, request_id: requestId, ...defined({ run_id }) };
        Object.assign(ctx.req, { concerns });
      }
    }
  };
}
