import type { RunDocument } from '../documents/run.ts';
import type { RunAgent } from '../ports/agents.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import type { AgentTool } from '../rules/inputs.ts';

/**
 * The patches that an agent may call in a run, by patch key. If the session token that opened the run is for one connection, the
 * tools of other MCP servers are not offered.
 */
export async function agentTools(
  { patches }: Pick<JudgingPorts, 'patches'>,
  { workspace_id, connection_claim }: Pick<RunDocument, 'workspace_id' | 'connection_claim'>,
  agent: RunAgent,
): Promise<Map<string, AgentTool>> {
  const tools = await Promise.all(
    agent.patches.map(async (wired) => ({ wired, patch: await patches.get(workspace_id, wired.ref) })),
  );
  const isAllowed = ({ patch: { mcp } }: AgentTool) =>
    mcp === undefined || connection_claim === undefined || mcp.connection_id === connection_claim;
  return new Map(tools.filter(isAllowed).map((tool) => [tool.patch.key, tool]));
}
