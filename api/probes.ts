import type { Middleware } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import type { Services } from './services.ts';

/** `/healthz`: the process lives. `/readyz`: Temporal and MongoDB answer. Both without credentials. */
export function answerProbes({ db, pingTemporal, log }: Services): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz' && ctx.method === 'GET') {
      ctx.body = { status: 'success', data: { alive: true } };
      return;
    }
    if (ctx.path !== '/readyz' || ctx.method !== 'GET') {
      await next();
      return;
    }
    try {
      await Promise.all([db.ping(), pingTemporal()]);
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      throw new ServiceError('temporarily_unavailable', 'Temporal or MongoDB does not answer.', {
        retryAfterSeconds: 2,
      });
    }
    ctx.body = { status: 'success', data: { ready: true } };
  };
}
