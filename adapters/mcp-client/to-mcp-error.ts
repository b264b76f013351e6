import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { OutboundError } from '../outbound-http/errors.ts';
import { McpError, type McpErrorOptions } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** JSON-RPC: the server failed in a way that may pass. */
const internalError = -32_603;

const transientCodes = new Set(['unreachable', 'refused', 'timeout', 'reset']);

/**
 * The error for whatever the SDK's client threw. What went wrong with the request itself explains it best.
 * @param origin of the server
 */
export function toMcpError(error: unknown, exchange: Exchange, origin: string): McpError {
  const { effect, failure = error, retryAfterMs } = exchange;
  if (failure instanceof McpError) return failure;
  if (failure instanceof OutboundError) {
    const { code, message } = failure;
    return new McpError(code, message, { effect, transient: transientCodes.has(code), cause: error });
  }
  if (error instanceof SdkHttpError) return httpError(error, { effect, retryAfterMs, cause: error });
  if (error instanceof ProtocolError) {
    return new McpError('rpc_error', `The MCP server answered with error ${error.code}.`, {
      effect,
      transient: error.code === internalError,
      rpcCode: error.code,
      response: error.message,
      cause: error,
    });
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new McpError('timeout', `${origin} took too long to answer.`, {
      effect,
      transient: true,
      cause: error,
    });
  }
  return new McpError('invalid_response', 'The answer of the MCP server is not valid MCP.', {
    effect,
    cause: error,
  });
}

function httpError({ data }: SdkHttpError, options: McpErrorOptions): McpError {
  const { status, text } = data;
  if (status === undefined || status < 400) {
    return new McpError('invalid_response', 'The answer of the MCP server is not valid MCP.', options);
  }
  return new McpError('host_error', `The MCP server answered ${status}.`, {
    ...options,
    status,
    transient: status === 408 || status === 429 || status >= 500,
    response: typeof text === 'string' ? text : undefined,
  });
}
