import type { OpenConnection } from '../rules/call-connection.ts';

/** The connections to customers' hosts. */
export interface Connections {
  /**
   * A connection with its secrets; null if the workspace has no such connection.
   * @throws if it cannot be read or decrypted now
   */
  find: (workspaceId: string, connectionId: string) => Promise<OpenConnection | null>;
}
