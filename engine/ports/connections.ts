import type { ConnectionRef } from '../documents/connection.ts';
import type { OpenConnection } from '../rules/call-connection.ts';

/** The connections to customers' hosts. */
export interface Connections {
  /**
   * A connection with its secrets; null if the workspace has no such connection.
   * @throws if it cannot be read or decrypted now
   */
  find: (workspaceId: string, connectionId: string) => Promise<OpenConnection | null>;
}

/** The ids and names of connections, without their secrets. */
export interface ConnectionNames {
  /** The connection with an id or, if names are accepted too, with a name; null if the workspace has none. */
  find: (workspaceId: string, idOrName: string, options: { names: boolean }) => Promise<ConnectionRef | null>;
}
