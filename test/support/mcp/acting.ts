import type { Agent, AgentPatch } from '#contract/agent.ts';
import type { ApiClient } from '../api-client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import type { TestService } from '../service.ts';
import { connectMcp, importRefs } from './imports.ts';

/** A workspace whose agent has the tools of an MCP server, and a thread of its subject Ada. */
export interface McpActing {
  workspace: string;
  client: ApiClient;
  connection: string;
  agent: Agent;
  thread: string;
}

/**
 * @param parts of the connection, the import and, by the name of the tool, how the agent is wired to it. Tools that are
 *   not named are wired as they are.
 */
export async function startMcpActing(
  service: TestService,
  url: string,
  parts: {
    connection?: Record<string, unknown>;
    import?: object;
    wired?: Record<string, Partial<AgentPatch>>;
  } = {},
): Promise<McpActing> {
  const { id: workspace, client } = await service.workspace({ subject: 'ada' });
  const connection = await connectMcp(client, url, parts.connection);
  const refs = await importRefs(client, connection, parts.import ?? {});
  const patches = Object.entries(refs).map(([name, ref]) => ({ ref, ...parts.wired?.[name] }));
  const agent = await publishScripted(client, { patches });
  return { workspace, client, connection, agent, thread: await startThread(client, agent.id) };
}
