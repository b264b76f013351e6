import type { Middleware } from 'koa';

/**
 * Serves the paths outside of /v1: each of these takes the requests of its own paths and leaves the others to the next.
 * A request under /v1 passes none of them.
 */
export function outsideV1<State>(pages: readonly Middleware<State>[]): Middleware<State> {
  return async (ctx, next) => {
    if (ctx.path.startsWith('/v1/')) return await next();
    const first = pages.reduceRight<() => Promise<unknown>>(
      (following, page) => async () => await page(ctx, following),
      next,
    );
    return await first();
  };
}
