import type { Router } from '@koa/router';
import type { Middleware } from 'koa';
import compose from 'koa-compose';

/**
 * Serves the paths outside of /v1: each of these takes the requests of its own paths and leaves the others to the next.
 * A request under /v1 passes none of them.
 */
export function outsideV1<State>(pages: Middleware<State>[]): Middleware<State> {
  const served = compose(pages);
  return async (ctx, next) => await (ctx.path.startsWith('/v1/') ? next() : served(ctx, next));
}

/** A router as one of these. It adds the parameters of its paths to the context itself. */
export function routesOf<State>(router: Router<State>): Middleware<State> {
  return router.routes() as Middleware<State>;
}
