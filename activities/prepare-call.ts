import type { CallResolution } from '#lifecycle/resolve-call.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { prepareHttpCall } from './prepare-http-call.ts';
import { prepareToolCall } from './prepare-tool-call.ts';
import type { PreparedCall } from './prepared-call.ts';
import { sendHttpCall } from './send-http-call.ts';

/**
 * Does everything that can fail before a call is sent: opens the connection, fills in the templates of the patch's
 * request, and asks an MCP server whether the tool is still what was published.
 * @returns the result of the call if it can never be sent
 * @throws if a retry may succeed: the connection cannot be read or its secrets cannot be decrypted
 */
export async function prepareCall(
  deps: ActivityDependencies,
  run: RunDocument,
  call: ToolCallDocument,
): Promise<PreparedCall | { impossible: CallResolution }> {
  const { workspace_id } = run;
  const patch = await deps.patches.get(workspace_id, call.patch_ref);
  // A tool is called on the connection from which it was imported, whatever the run's connection is.
  const id = patch.mcp?.connection_id ?? run.connection?.id;
  const connection = id === undefined ? null : await deps.openConnection(workspace_id, id);
  if (patch.mcp !== undefined) {
    return await prepareToolCall(deps.toolSessions, { run, call, patch, tool: patch.mcp, connection });
  }
  const prepared = prepareHttpCall(patch, run, call, connection);
  if ('impossible' in prepared) return prepared;
  return { send: async (until) => await sendHttpCall(deps.outboundHttp, prepared, until) };
}
