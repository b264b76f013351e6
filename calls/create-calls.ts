import type { Calls } from '#engine/ports/calls.ts';
import { agentTools } from './agent-tools.ts';
import { builtInResult } from './built-in-result.ts';
import type { CallParts } from './call-parts.ts';
import { checkGatedCalls, makeableNow } from './check-gated-calls.ts';
import { judgeCalls } from './judge-calls.ts';
import { prepareCall } from './prepare-call.ts';

/** The calls of agents: HTTP, tools of MCP servers, and what the service answers itself. */
export function createCalls(parts: CallParts): Calls {
  return {
    tools: async (run, agent) => await agentTools(parts, run, agent),
    judge: async (run, made, tools) => await judgeCalls(parts.schemas, run.workspace_id, made, tools),
    check: async (run, judged) => await checkGatedCalls(parts, run, judged),
    makeable: async (run, call) => await makeableNow(parts, run, call),
    answer: async (run, call, signal) => await builtInResult(parts, { run, call, signal }),
    prepare: async (run, call) => await prepareCall(parts, run, call),
  };
}
