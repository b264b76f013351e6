import type { Context, Middleware } from 'koa';
import type { Log } from '#engine/ports/log.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Database } from '#store/mongo/database.ts';
import { ClockApartError } from '#engine/ports/clock.ts';
import { methodNotAllowed } from '../endpoint/method-not-allowed.ts';

/** How long a response of Temporal and MongoDB is cached, in milliseconds, so that they are asked no more often. */
const rememberedMs = 1000;

/** The parts of the service that the probes read. */
export interface ProbedServices {
  db: Database;
  /** Resolves when Temporal responds. */
  pingTemporal: () => Promise<void>;
  log: Log;
}

/**
 * `/healthz`: the process is alive. `/readyz`: Temporal and MongoDB respond, the clock is right, and the process is not about to stop.
 * Both without credentials.
 */
export function answerProbes({ db, pingTemporal, log }: ProbedServices, leaving: AbortSignal): Middleware {
  let asked: Promise<unknown> | undefined;
  const ready = async (): Promise<void> => {
    asked ??= Promise.all([db.ping(), pingTemporal()]).finally(
      () => void setTimeout(() => (asked = undefined), rememberedMs).unref(),
    );
    await asked;
  };
  const answer = async (ctx: Context): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET']);
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'success', data: { alive: true } };
      return;
    }
    if (leaving.aborted) {
      throw new ServiceError('temporarily_unavailable', 'The process is about to stop.', {
        retryAfterSeconds: 2,
      });
    }
    try {
      await ready();
      db.serverClock.check();
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      if (error instanceof ClockApartError) throw error;
      throw new ServiceError('temporarily_unavailable', 'Temporal or MongoDB does not answer.', {
        retryAfterSeconds: 2,
      });
    }
    ctx.body = { status: 'success', data: { ready: true } };
  };
  return (ctx, next) => (ctx.path === '/healthz' || ctx.path === '/readyz' ? answer(ctx) : next());
}
