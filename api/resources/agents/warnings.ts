import type { AgentDefinition, PublishWarning } from '#contract/agent.ts';
import { hasSeveralConnections } from '#store/connections/change-connections.ts';
import type { Database } from '#store/mongo/database.ts';
import { findPatches } from '#store/patches/patches.ts';

/**
 * Likely problems of an agent in its current workspace (agent.publish.warnings): its patches call a connection, it
 * names none, and the workspace has several without a choice.
 */
export async function warningsFor(
  db: Database,
  workspaceId: string,
  { connection, patches }: Pick<AgentDefinition, 'connection' | 'patches'>,
): Promise<PublishWarning[]> {
  if (connection !== undefined || !(await hasSeveralConnections(db, workspaceId))) return [];
  const refs = patches.map(({ ref }) => ref);
  const found = await findPatches(db, workspaceId, refs);
  // An imported tool is called on the connection that it comes from.
  const calling = refs.filter((ref) => found.get(ref)?.request !== undefined);
  if (calling.length === 0) return [];
  return [
    {
      code: 'connection_unnamed',
      path: 'connection',
      message:
        `The agent names no connection, and the workspace has several: calls of ${calling.join(', ')} fail with ` +
        '`no_connection`, unless the thread or the request names one.',
    },
  ];
}
