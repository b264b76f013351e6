import { afterAll, beforeEach, expect, it } from 'vitest';
import { ToolSessions } from '#integrations/calls/tool-sessions.ts';
import { toolDigest } from '#adapters/mcp-client/list-tools.ts';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { type McpHost, mcpTool, startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';

const client = createMcpClient(createOutboundHttp({ allowPrivateAddresses: ['loopback'] }));
const host: McpHost = await startMcpHost();
afterAll(async () => await host.stop());
let sessions: ToolSessions;
beforeEach(() => {
  sessions = new ToolSessions(client);
  host.tools = [mcpTool('look')];
  host.requests.length = 0;
});

const digestOf = (parts: object = {}) => toolDigest({ name: 'look', definition: mcpTool('look', parts) });
const published = { tool: 'look', digest: digestOf() };
const connection = (updatedAt = 1) => ({
  id: 'c',
  name: 'tools',
  type: 'mcp' as const,
  base_url: host.url,
  headers: {},
  trace_context: false,
  updated_at: new Date(updatedAt),
});
async function isSame({ asked = false, updatedAt = 1, tool = published } = {}): Promise<boolean> {
  const session = await sessions.open('w', connection(updatedAt), tool, { asked });
  session?.close();
  return session !== undefined;
}
const lists = () => host.requests.filter(({ method }) => method === 'tools/list').length;

it.each([
  ['description', { description: 'Deletes everything.' }],
  ['input schema', { inputSchema: { type: 'object' } }],
  ['annotations', { annotations: { readOnlyHint: false } }],
])('[mcp-connection.tool-changed] a tool whose %s has changed is another tool', async (_, parts) => {
  host.tools = [mcpTool('look', parts)];
  expect(await isSame()).toBe(false);
});

it('[mcp-connection.tool-changed] a tool that is gone, or listed twice, is not the one that was published', async () => {
  host.tools = [mcpTool('other')];
  expect(await isSame({ asked: true })).toBe(false);
  host.tools = [mcpTool('look'), mcpTool('look')];
  expect(await isSame({ asked: true })).toBe(false);
});

it('[mcp-connection.tool-changed] the order of members, and what decides nothing, may change', async () => {
  const { name, description, inputSchema, annotations } = mcpTool('look');
  host.tools = [{ icons: [], annotations, inputSchema, title: 'New', description, outputSchema: {}, name }];
  expect(await isSame()).toBe(true);
});

it('[mcp-connection.tool-changed] a server that listed its tools lately is not asked again, unless the call was approved or the connection has changed', async () => {
  expect([await isSame(), await isSame(), lists()]).toEqual([true, true, 1]);
  host.tools = [mcpTool('look', { description: 'Another.' })];
  expect([await isSame(), lists()]).toEqual([true, 1]);
  expect([await isSame({ asked: true }), lists()]).toEqual([false, 2]);
  expect([await isSame(), lists()]).toEqual([false, 2]);
  host.tools = [mcpTool('look')];
  expect([await isSame({ updatedAt: 2 }), lists()]).toEqual([true, 3]);
});
