import type { Middleware } from 'koa';
import { ServiceError, unknownConnection } from '#contract/errors.ts';
import { findConnectionRef } from '#store/connections/connections.ts';
import type { ConnectionRef } from '#engine/documents/connection.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Caller } from './caller.ts';
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

/**
 * The connection that the caller names: by its id or, in relay mode, by its name.
 * @throws {ServiceError} `forbidden` for a connection that the caller's session token does not allow, whether it exists
 *   or not; `unknown_connection`
 */
export async function knownConnection(
  db: Database,
  { workspace_id, mode, connection_claim }: Caller,
  idOrName: string,
): Promise<ConnectionRef> {
  if (connection_claim !== undefined && connection_claim !== idOrName) {
    throw new ServiceError('forbidden', 'The session token is for another connection.');
  }
  const found = await findConnectionRef(db, workspace_id, idOrName, { names: mode === 'relay' });
  if (found === null) throw unknownConnection();
  return found;
}
