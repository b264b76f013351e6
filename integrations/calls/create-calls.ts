import type { Calls } from '#engine/ports/calls.ts';
import type { RunAgent } from '#engine/ports/agents.ts';
import { heldBy } from '#engine/rules/gates/gate-of-call.ts';
import { argsOf } from '#engine/rules/resolve-call.ts';
import type { AgentTool } from '#engine/rules/inputs.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { builtInResult } from './built-in-result.ts';
import type { CallParts } from './call-parts.ts';
import { checkGatedCalls, makeableNow } from './check-gated-calls.ts';
import { judgeCalls } from './judge-calls.ts';
import { judgeReply } from './judge-reply.ts';
import { prepareCall } from './prepare-call.ts';
import { findTurnedDown } from '#store/runs/turned-down.ts';
import { resolveAccounts } from './resolve-accounts.ts';

/** The calls of agents: HTTP, tools of MCP servers, and what the service answers itself. */
export function createCalls(parts: CallParts): Calls {
  return {
    tools: async (run, agent) => await agentTools(parts, run, agent),
    judge: async (run, made, tools) => {
      const nameOf = await parts.db.blindIndex.of(run.workspace_id);
      return await judgeCalls({ schemas: parts.schemas, nameOf }, run, made, tools);
    },
    judgeReply: async (run, schema, text) => await judgeReply(parts.schemas, run, schema, text),
    check: async (stored, judged) => await checkGatedCalls(parts, stored, judged),
    makeable: async (stored, call) => await makeableNow(parts, stored, call),
    turnedDown: async ({ asked = [] }) => await findTurnedDown(parts.db, asked),
    accounts: async (call) =>
      (await resolveAccounts(parts.identifier, heldBy(call), argsOf(call), call.accounts)) ?? [],
    answer: async (run, call, signal) => await builtInResult(parts, { run, call, signal }),
    prepare: async (run, call, isAsHeld) => await prepareCall(parts, run, call, isAsHeld),
  };
}

/**
 * What an agent may call in a run, by patch key. If the session token that opened the run is for one connection, the tools
 * of other MCP servers are not offered.
 */
async function agentTools(
  { patches }: CallParts,
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
