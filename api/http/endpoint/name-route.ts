import type { Context } from 'koa';
import type { Route } from './endpoint.ts';

/**
 * Says where a request goes: for its record, the log and the metrics, and for tracing, which sees Node's request alone
 * (adapters/telemetry/export/instrumentations.ts).
 */
export function nameRoute<Named extends Pick<Route, 'path' | 'noun'>>(
  ctx: Pick<Context, 'req'> & { state: { endpoint?: Named | undefined } },
  route: Named,
): void {
  ctx.state.endpoint = route;
  Object.assign(ctx.req, { route: route.path });
}
