import type { McpError } from '#adapters/mcp-client/errors.ts';
import { answeredWithError, withResponse } from '#engine/rules/host-answer.ts';
import { failure, inDoubt } from '#engine/rules/resolve-call.ts';
import type { Attempt } from '#engine/rules/retry-delay.ts';
import { shownText } from './read-tool-result.ts';

/** JSON-RPC and MCP: parse error, invalid request, no such method, invalid parameters, no such resource. */
const refusingCodes = new Set([-32_700, -32_600, -32_601, -32_602, -32_002]);

/**
 * The result of a tool call without a tool result. Its outcome is unknown once the call was sent, unless the server
 * shows that it did not act: by its HTTP status, by an error about the request itself, or by asking for more.
 * @param secrets the headers of the connection
 */
export async function readToolFailure(error: McpError, secrets: Record<string, string>): Promise<Attempt> {
  const { code, message, effect, transient, retryAfterMs, status } = error;
  const response = await shownText(error.response ?? '', secrets);
  if (effect === 'none') {
    const resolution = withResponse(failure(code, message), response);
    return { resolution, cause: code, transient, noEffect: true, retryAfterMs };
  }
  if (status !== undefined) {
    return answeredWithError({ status, retryAfterMs, response, who: 'The MCP server' });
  }
  const isRefused = code === 'input_required' || refusingCodes.has(error.rpcCode ?? 0);
  const resolution = isRefused ? failure(code, message) : inDoubt(message);
  return {
    resolution: withResponse(resolution, response),
    cause: code,
    transient,
    noEffect: false,
    retryAfterMs,
  };
}
