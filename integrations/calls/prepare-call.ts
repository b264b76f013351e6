import { defined } from '#contract/defined.ts';
import type { CallResolution } from '#engine/rules/resolve-call.ts';
import type { SentOn } from '#engine/documents/connection.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { connectionIdOf, sentOn } from '#engine/rules/call-connection.ts';
import type { CallParts } from './call-parts.ts';
import { prepareHttpCall } from './prepare-http-call.ts';
import { prepareToolCall } from './prepare-tool-call.ts';
import { traceContextOf } from './trace-context-of.ts';
import type { PreparedCall } from '#engine/ports/calls.ts';
import { sendHttpCall } from './send-http-call.ts';

/** The dependencies of calls to hosts. */
export type PreparingParts = Pick<
  CallParts,
  'patches' | 'connections' | 'outboundHttp' | 'toolSessions' | 'signApproval' | 'traceContext'
>;

/**
 * Does everything that can fail before a call is sent: opens the connection, fills in the templates of the patch's
 * request, and asks an MCP server whether the tool is still what was published.
 * @param isAsHeld whether it may be made on a connection
 * @returns the result of the call if it can never be sent; `moved` if it may not be made on its connection
 * @throws if a retry may succeed: the connection cannot be read or its secrets cannot be decrypted
 */
export async function prepareCall(
  parts: PreparingParts,
  run: RunDocument,
  call: ToolCallDocument,
  isAsHeld: (on: SentOn) => boolean,
): Promise<PreparedCall | { impossible: CallResolution } | 'moved'> {
  const { workspace_id } = run;
  const patch = await parts.patches.get(workspace_id, call.patch_ref);
  const id = connectionIdOf(patch, run);
  const connection = id === undefined ? null : await parts.connections.find(workspace_id, id);
  // Before anything is asked of the host: it is not the one that the approvers were shown.
  if (connection !== null && !isAsHeld(sentOn(workspace_id, connection))) return 'moved';
  if (patch.mcp !== undefined) {
    return await prepareToolCall(parts, { run, call, patch, tool: patch.mcp, connection });
  }
  const prepared = prepareHttpCall(patch, run, call, connection, traceContextOf(parts, run, connection));
  if ('impossible' in prepared) return prepared;
  const { request } = prepared;
  const sign = () => parts.signApproval(run, call, request);
  const send = async (until: Date) => await sendHttpCall(parts.outboundHttp, prepared, sign, until);
  return { send, ...defined({ connection_id: connection?.id }) };
}
