import { expect, it } from 'vitest';
import { toImportable } from '#api/resources/connections/mcp-session.ts';
import { ToolSessions } from '#integrations/calls/tool-sessions.ts';
import { toolDigest } from '#adapters/mcp-client/list-tools.ts';
import type { ListedTool, McpClient } from '#adapters/mcp-client/port.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';

const secret = 'hunter2-of-the-server';
const connection: OpenConnection = {
  id: 'connection',
  name: 'mcp',
  type: 'mcp',
  base_url: 'https://mcp.example',
  headers: { authorization: `Bearer ${secret}` },
  trace_context: false,
  updated_at: new Date(0),
};

/** Tools with as many values as the pages of a list may have together. */
const tools: ListedTool[] = Array.from({ length: 40 }, (_, index) => {
  const name = `t${index}`;
  const inputSchema = { type: 'object', enum: Array<number>(5000).fill(1) };
  return {
    name,
    definition: { name, inputSchema, description: index === 30 ? `Say "${secret}".` : 'Looks.' },
  };
});

/** How many turns the event loop had while something was done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

it('[connection.secrets-scrubbed] a list with very many values loses the secrets that the server echoes in it, and nothing else', async () => {
  const importable = await toImportable(tools, connection);
  expect(importable.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(importable[30]?.definition['description']).toBe('Say "[redacted]".');
  expect(importable.map(({ digest }) => digest)).toEqual(tools.map(toolDigest));
  const others = importable.filter((_, index) => index !== 30).map(({ definition }) => definition);
  expect(others).toEqual(tools.filter((_, index) => index !== 30).map(({ definition }) => definition));
});

it('[mcp-connection.bounded] the event loop gets its turn after each tool of a list, where it is imported and where a call is compared', async () => {
  const turns = await turnsOf(async () => await toImportable(tools, connection));
  expect(turns).toBeGreaterThan(tools.length);
  const session = { known: {}, listTools: async () => await Promise.resolve(tools), close: () => {} };
  const client = { connect: async () => await Promise.resolve(session) } as unknown as McpClient;
  const sessions = new ToolSessions(client);
  const [tool] = tools;
  if (tool === undefined) throw new Error('there is no tool');
  const published = { tool: tool.name, digest: toolDigest(tool) };
  const opened = await turnsOf(
    async () => await sessions.open('workspace', connection, published, { asked: true }),
  );
  expect(opened).toBeGreaterThanOrEqual(tools.length);
});
