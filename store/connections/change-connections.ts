import type { ClientSession } from 'mongodb';
import { ServiceError } from '#contract/errors.ts';
import type { Database } from '../mongo/database.ts';
import { isDuplicateKey } from '../mongo/duplicate-key.ts';

/**
 * Changes a workspace's connections and, in the same transaction, `only_connection` of its account, which every message
 * reads. It is never an MCP server: those are called by the tools imported from them, whatever a run's connection is. The
 * count makes each change write the account, so that concurrent changes conflict and the later one sees the
 * earlier.
 * @throws {ServiceError} `connection_name_taken`
 */
export async function changeConnections<Result>(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const result = await change().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw new ServiceError('connection_name_taken', 'The workspace has a connection of that name.');
  });
  const [first, second] = await db.connections
    .find(httpConnectionsOf(workspaceId), { session, limit: 2 })
    .toArray();
  const only = second === undefined && first !== undefined ? { id: first._id, name: first.name } : undefined;
  await db.accounts.updateOne(
    { _id: workspaceId },
    {
      $inc: { connection_changes: 1 },
      ...(only === undefined ? { $unset: { only_connection: '' } } : { $set: { only_connection: only } }),
    },
    { session },
  );
  return result;
}

/** The id of the connection that a run has unless one is named: the only one of the workspace that is no MCP server. */
export async function onlyConnection(db: Database, workspaceId: string): Promise<string | undefined> {
  const account = await db.accounts.findOne({ _id: workspaceId }, { projection: { only_connection: 1 } });
  return account?.only_connection?.id;
}

/** Whether a workspace has several connections that are no MCP servers: then a run has none, unless one is named. */
export async function hasSeveralConnections(db: Database, workspaceId: string): Promise<boolean> {
  return (await db.connections.countDocuments(httpConnectionsOf(workspaceId), { limit: 2 })) > 1;
}

/** A connection without a type speaks HTTP. */
function httpConnectionsOf(workspace_id: string) {
  return { workspace_id, type: null };
}
