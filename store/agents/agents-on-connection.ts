import { onlyConnection } from '../connections/change-connections.ts';
import type { AgentDocument } from '../documents/agent.ts';
import type { Database } from '../mongo/database.ts';

/** The members of an agent that its patches depend on. */
export type AgentOnConnection = Pick<AgentDocument, '_id' | 'key' | 'version' | 'connection' | 'patches'>;

/** The newest version of each agent that is not archived and whose runs use a connection unless another one is named. */
export async function agentsOnConnection(
  db: Database,
  workspace_id: string,
  { id, name }: { id: string; name: string },
): Promise<AgentOnConnection[]> {
  const isOnly = (await onlyConnection(db, workspace_id)) === id;
  const versions = db.agents.find<AgentOnConnection & Pick<AgentDocument, 'archived_at'>>(
    { workspace_id },
    {
      projection: { key: 1, version: 1, connection: 1, 'patches.ref': 1, archived_at: 1 },
      sort: { key: 1, version: -1 },
    },
  );
  const found: AgentOnConnection[] = [];
  let before: string | undefined;
  for await (const { archived_at, ...agent } of versions) {
    if (agent.key === before) continue;
    before = agent.key;
    const { connection } = agent;
    const uses = connection === undefined ? isOnly : connection === id || connection === name;
    if (uses && archived_at === undefined) found.push(agent);
  }
  return found;
}
