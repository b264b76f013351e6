import type { Calls } from '#engine/ports/calls.ts';
import { builtInResult } from './built-in-result.ts';
import type { CallParts } from './call-parts.ts';
import { prepareCall } from './prepare-call.ts';

/** Makes the calls of agents: HTTP, tools of MCP servers, and what the service answers itself. */
export function createCalls(parts: CallParts): Calls {
  return {
    answer: async (run, call, signal) => await builtInResult(parts, { run, call, signal }),
    prepare: async (run, call, isAsHeld) => await prepareCall(parts, run, call, isAsHeld),
  };
}
