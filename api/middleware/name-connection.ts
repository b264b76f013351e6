import type { Middleware } from 'koa';
import type { Database } from '#store/mongo/database.ts';
import { knownConnection } from '../connections/resolve.ts';
import { unknownConnection } from '../connections/unknown-connection.ts';
import type { CallerState } from './authenticate.ts';

/**
 * The step that finds the connection of `Service-Connection`, once for the whole request: a name that is wrong is told
 * on every request that carries it, not only where a run would have used it. A request without the header costs nothing.
 * It comes after the idempotency key, so that a stored response outlives the connection.
 * @throws {ServiceError} `unknown_connection`, or `forbidden` for another one than the session token is for
 */
export function nameConnection(db: Database): Middleware<CallerState> {
  return async (ctx, next) => {
    const named = ctx.req.headers['service-connection'];
    if (named !== undefined) {
      // An empty name is that of no connection, and a mistake.
      if (named === '') throw unknownConnection();
      const { caller } = ctx.state;
      ctx.state.caller = { ...caller, connection: await knownConnection(db, caller, String(named)) };
    }
    await next();
  };
}
