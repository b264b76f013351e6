import { ServiceError } from '#contract/errors.ts';
import type { AccountDocument } from '#store/documents/account.ts';
import { findConnectionRef } from '#store/connections/connections.ts';
import type { ConnectionRef } from '#store/documents/connection.ts';
import type { Database } from '#store/mongo/database.ts';
import type { ThreadDocument } from '#store/documents/thread.ts';
import type { Caller } from '../authentication/caller.ts';
import { unknownConnection } from './unknown-connection.ts';

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

/**
 * The connection of a message's run (connection.resolution-order): that of the request (its header or token), the
 * thread, the agent, or the workspace's only one. The first one that is set decides. If it is gone, the run has none,
 * and does not use a host that nobody chose for it.
 *
 * If request, thread and agent name none, this costs no query: the account, which every message reads, has the
 * workspace's only connection.
 * @throws {ServiceError} `unknown_connection` for the one that the session token names
 */
export async function resolveConnection(
  db: Database,
  caller: Caller,
  thread: ThreadDocument,
  account: AccountDocument,
): Promise<ConnectionRef | undefined> {
  const { connection, connection_claim } = caller;
  if (connection !== undefined) return connection;
  if (connection_claim !== undefined) return await knownConnection(db, caller, connection_claim);
  const chosen = thread.connection_id ?? thread.agent_connection;
  if (chosen === undefined) return account.only_connection;
  return (await findConnectionRef(db, caller.workspace_id, chosen, { names: true })) ?? undefined;
}
