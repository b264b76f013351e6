import { setImmediate as nextTurn } from 'node:timers/promises';
import { McpError } from '#adapters/mcp-client/errors.ts';
import { toolDigest } from '#adapters/mcp-client/list-tools.ts';
import type { ListedTool, McpClient, McpSession } from '#adapters/mcp-client/port.ts';
import { withoutSecrets } from '#adapters/outbound-http/without-secrets.ts';
import { isJsonObject, parseJson } from '#contract/json.ts';
import type { ToolToImport } from '#patches/mcp-tools/plan-import.ts';
import type { OpenConnection } from '#store/connections/connections.ts';

/**
 * Does something in a session with the server of a connection, and ends the session.
 * @throws {McpError}
 */
export async function withMcpSession<Result>(
  client: McpClient,
  workspaceId: string,
  { base_url, headers }: OpenConnection,
  { timeoutMs, work }: { timeoutMs: number; work: (session: McpSession) => Promise<Result> },
): Promise<Result> {
  const until = new Date(Date.now() + timeoutMs);
  const session = await client.connect({ workspaceId, url: base_url, headers }, { until });
  try {
    return await work(session);
  } finally {
    session.close();
  }
}

/**
 * Tools as they may be shown and published: without the secrets of the connection, should the server echo them.
 * @throws {McpError} if the secrets cannot be removed from the list
 */
export async function toImportable(
  tools: ListedTool[],
  { headers }: OpenConnection,
): Promise<ToolToImport[]> {
  const definitions = await hideSecrets(
    tools.map(({ definition }) => definition),
    headers,
  );
  if (!Array.isArray(definitions)) {
    throw new McpError('invalid_response', "The server's list of tools contains secrets of the connection.", {
      effect: 'none',
    });
  }
  const importable: ToolToImport[] = [];
  for (const [index, tool] of tools.entries()) {
    const definition: unknown = definitions[index];
    // A tool whose name must not be shown cannot be named, either.
    if (!isJsonObject(definition) || definition['name'] !== tool.name) continue;
    importable.push({ name: tool.name, definition, digest: toolDigest(tool) });
    await nextTurn();
  }
  return importable;
}

/** A JSON value of a server without the secrets of its connection. */
export async function hideSecrets(value: unknown, headers: Record<string, string>): Promise<unknown> {
  const body = JSON.stringify(value);
  const answer = await withoutSecrets({ status: 200, headers: {}, body, bytes: body.length }, headers);
  return parseJson(answer.body);
}
