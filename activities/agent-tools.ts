import type { AgentDocument } from '#store/documents/agent.ts';
import type { AgentTool } from '#lifecycle/inputs.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** What an agent may call, by patch key. */
export async function agentTools(
  { patches }: ActivityDependencies,
  workspaceId: string,
  agent: AgentDocument,
): Promise<Map<string, AgentTool>> {
  const tools = await Promise.all(
    agent.patches.map(async (wired) => ({ wired, patch: await patches.get(workspaceId, wired.ref) })),
  );
  return new Map(tools.map((tool) => [tool.patch.key, tool]));
}
