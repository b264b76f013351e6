import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { McpError } from '#adapters/mcp-client/errors.ts';
import { toolDigest } from '#adapters/mcp-client/list-tools.ts';
import type { ListedTool, McpClient, McpSession } from '#adapters/mcp-client/port.ts';
import { withoutSecrets } from '#adapters/outbound-http/without-secrets.ts';
import { isJsonObject, parseJson } from '#contract/json.ts';
import type { ToolToImport } from '#patches/mcp-tools/plan-import.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';

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

/** The secrets of a connection are removed from this much of a list at once, and the event loop gets its turn in between. */
const batchCharacters = 64 * 1024;

/**
 * Tools as they may be shown and published: without the secrets of the connection, should the server echo them.
 * @throws {McpError} if the secrets cannot be removed from the list
 */
export async function toImportable(
  tools: ListedTool[],
  { headers }: OpenConnection,
): Promise<ToolToImport[]> {
  const importable: ToolToImport[] = [];
  for (const batch of batchesOf(tools)) {
    const definitions = await withoutSecretsIn(batch.json, headers);
    if (!Array.isArray(definitions)) {
      const message = "The server's list of tools contains secrets of the connection.";
      throw new McpError('invalid_response', message, { effect: 'none' });
    }
    for (const [index, tool] of batch.tools.entries()) {
      const definition: unknown = definitions[index];
      // A tool whose name must not be shown cannot be named, either.
      if (!isJsonObject(definition) || definition['name'] !== tool.name) continue;
      importable.push({ name: tool.name, definition, digest: toolDigest(tool) });
      await yieldToOthers();
    }
  }
  return importable;
}

/** A few tools, and their definitions as a JSON array. */
interface Batch {
  tools: ListedTool[];
  json: string;
}

function* batchesOf(tools: readonly ListedTool[]): Generator<Batch> {
  let batch: { tools: ListedTool[]; texts: string[]; characters: number } | undefined;
  const whole = ({ tools: some, texts }: NonNullable<typeof batch>): Batch => ({
    tools: some,
    json: `[${texts.join()}]`,
  });
  for (const tool of tools) {
    const text = JSON.stringify(tool.definition);
    if (batch !== undefined && batch.characters + text.length > batchCharacters) {
      yield whole(batch);
      batch = undefined;
    }
    batch ??= { tools: [], texts: [], characters: 0 };
    batch.tools.push(tool);
    batch.texts.push(text);
    batch.characters += text.length;
  }
  if (batch !== undefined) yield whole(batch);
}

/** A JSON value of a server without the secrets of its connection. */
export async function hideSecrets(value: unknown, headers: Record<string, string>): Promise<unknown> {
  return await withoutSecretsIn(JSON.stringify(value), headers);
}

async function withoutSecretsIn(body: string, headers: Record<string, string>): Promise<unknown> {
  const answer = await withoutSecrets({ status: 200, headers: {}, body, bytes: body.length }, headers);
  return parseJson(answer.body);
}
