import { McpServer } from '@modelcontextprotocol/server';
import type { PublishedAgent } from '#store/agents/published-agents.ts';
import { isBuiltIn } from '#contract/built-in-patches.ts';
import { ToolRun } from '#contract/mcp-tools.ts';
import type { McpCall } from './call.ts';
import { listedSchema } from './listed-schema.ts';
import { writeTools } from './message.ts';
import { runTool } from './run-tool.ts';
import { appMimeType, appsExtension, serveApprovalCard, shownOnCard } from './apps/approval-card.ts';
import { serveTasks } from './tasks/serve-tasks.ts';
import { tasksExtension } from './tasks/task.ts';
import { confirm } from './tools/confirm.ts';
import { getRun } from './tools/get-run.ts';
import { reportOutcome } from './tools/report-outcome.ts';
import { sendMessage } from './tools/send-message.ts';

const tools = [sendMessage, getRun, confirm, reportOutcome];
const outputSchema = listedSchema(ToolRun, 'output');

/** The MCP server of an agent for one request. It has the tools that the grant's scopes allow (mcp.server.write-tools). */
export function agentServer(call: McpCall, agent: PublishedAgent): McpServer {
  const { scopes } = call.access;
  const { pauseStates } = call.services;
  const server = new McpServer(
    { name: agent.key, title: agent.name, version: String(agent.version) },
    {
      // The tools of an agent version never change: only the grant's scopes decide which there are.
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        extensions: { [tasksExtension]: {}, [appsExtension]: { mimeTypes: [appMimeType] } },
      },
      cacheHints: Object.fromEntries(kept.map((method) => [method, keep])),
      instructions: `These tools talk with the agent "${agent.name}" for the user. ${howTo}`,
      requestState: { verify: async (state, context) => await pauseStates.verify(state, context) },
    },
  );
  for (const tool of tools) {
    if (writeTools.has(tool.name) && !scopes.includes('write')) continue;
    const { name, title, description, inputSchema, annotations } = tool;
    const hints = tool === sendMessage ? { ...annotations, destructiveHint: actsAlone(agent) } : annotations;
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations: { title, ...hints }, _meta: shownOnCard },
      async (args, context) => await runTool(tool, call, args, context),
    );
  }
  serveTasks(server, call);
  serveApprovalCard(server);
  return server;
}

/**
 * The cache time of an agent version's tools, which never change. Private, because a grant's scopes decide which tools
 * it has, and only its holders may know of the agent.
 */
const keep = { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } as const;
const kept = [
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const;

const howTo =
  'Send what the user says with send_message, and show the user the reply. A result may say that the agent waits for something: `next` says what to do.';

/** Whether a message may lead to a call of the customer's systems that nobody approves first. */
function actsAlone({ patches }: PublishedAgent): boolean {
  return patches.some(({ ref, gate }) => gate === undefined && !isBuiltIn(ref.slice(0, ref.indexOf('@'))));
}
