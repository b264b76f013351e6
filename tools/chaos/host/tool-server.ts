import { mcpTool, startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { type RecordedRequests, sendJson } from './recorded-requests.ts';

/** An MCP server of the customer's. */
export interface ToolServer {
  /** The URL of its endpoint. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts an MCP server on loopback. It records each call of a tool as a request whose path is the key of the patch, and
 * answers it as its arguments say.
 * @param prefix comes before the name of a tool in the key of its patch
 */
export async function startToolServer(
  recorded: RecordedRequests,
  { tools, prefix }: { tools: Record<string, { tool: object }>; prefix: string },
): Promise<ToolServer> {
  const host = await startMcpHost({
    tools: Object.entries(tools).map(([name, { tool }]) => mcpTool(name, tool)),
  });
  host.answer = ({ params, headers }, reply) => {
    const { response } = reply;
    const record = recorded.begin(`/${prefix}${String(params['name'])}`, headers, response);
    const args = (params['arguments'] ?? {}) as Record<string, unknown>;
    const carriedOut = recorded.carryOut(record, args, response, (answer) => {
      if (answer.status < 300) reply.result({ structuredContent: answer.content, content: [] });
      else sendJson(response, answer);
    });
    carriedOut.catch(() => response.destroy());
  };
  return host;
}
