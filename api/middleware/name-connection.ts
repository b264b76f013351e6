import type { Middleware } from 'koa';
import type { Database } from '#store/mongo/database.ts';
import { knownConnection } from '../connections/resolve.ts';
import { unknownConnection } from '../connections/unknown-connection.ts';
import type { CallerState } from './authenticate.ts';

/**
 * The step that resolves `Service-Connection`, once for the whole request, so that a wrong name is reported on every
 * request with the header, even if no run would use it. A request without the header costs nothing. The step follows
 * the idempotency key, so that a stored response outlives the connection.
 * @throws {ServiceError} `unknown_connection`, or `forbidden` for a connection that the session token does not allow
 */
export function nameConnection(db: Database): Middleware<CallerState> {
  return async (ctx, next) => {
    const named = ctx.req.headers['service-connection'];
    if (named !== undefined) {
      // No connection has an empty name.
      if (named === '') throw unknownConnection();
      const { caller } = ctx.state;
      ctx.state.caller = { ...caller, connection: await knownConnection(db, caller, String(named)) };
    }
    await next();
  };
}
