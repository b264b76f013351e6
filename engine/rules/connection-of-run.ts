import type { ConnectionRef } from '../documents/connection.ts';
import type { ThreadDocument } from '../documents/thread.ts';

/** The connections that a message, its thread and its workspace name. */
export interface NamedConnections {
  /** That of the request's header. */
  requested?: ConnectionRef | undefined;
  /** The only one that the session token allows. */
  claimed?: string | undefined;
  thread: Pick<ThreadDocument, 'connection_id' | 'agent_connection'>;
  /** The workspace's only connection; absent if it has none, or several. */
  only?: ConnectionRef | undefined;
}

/**
 * The connection of a run: known already, or still to be found.
 * If `required`, it must exist. Otherwise a run whose connection is gone has none, and does not use a host that nobody
 * chose for it. `names`: it may be given by name; a session token gives the id.
 */
export type ChosenConnection =
  { connection: ConnectionRef | undefined } | { idOrName: string; names: boolean; required: boolean };

/**
 * Chooses the connection of a message's run (connection.resolution-order): that of the request (its header or token), the
 * thread, the agent, or the workspace's only one. The first one that is set decides. If the first three name none, no
 * query is needed.
 */
export function chooseConnection({ requested, claimed, thread, only }: NamedConnections): ChosenConnection {
  if (requested !== undefined) return { connection: requested };
  if (claimed !== undefined) return { idOrName: claimed, names: false, required: true };
  const chosen = thread.connection_id ?? thread.agent_connection;
  if (chosen === undefined) return { connection: only };
  return { idOrName: chosen, names: true, required: false };
}
