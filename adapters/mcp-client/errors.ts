import type { OutboundErrorCode } from '../outbound-http/errors.ts';

/** Why a server gave no usable answer. */
export type McpErrorCode =
  | OutboundErrorCode
  /** It answered with a redirect, which is not followed. */
  | 'redirect'
  /** It answered with an HTTP status of 400 or more. */
  | 'host_error'
  /** It answered with a JSON-RPC error. */
  | 'rpc_error'
  /** It asked the user, or the client's model, for something. */
  | 'input_required'
  /** The answer is not MCP, or has too many parts. */
  | 'invalid_response'
  /** It lists more tools than are read. */
  | 'too_many_tools';

export interface McpErrorOptions {
  /** `none`: no tool was called. `unknown`: the call was sent. */
  effect: 'none' | 'unknown';
  /** The same request may work later. */
  transient?: boolean;
  /** The HTTP status of the answer, if it was an error or a redirect. */
  status?: number | undefined;
  /** The code of the JSON-RPC error that it answered. */
  rpcCode?: number | undefined;
  /** The server's message. It may contain the secrets of the connection. */
  response?: string | undefined;
  /** How long the server asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** An MCP server gave no usable answer. The message is safe to show: it contains nothing that the server said. */
export class McpError extends Error {
  override name = 'McpError';
  readonly code: McpErrorCode;
  readonly effect: 'none' | 'unknown';
  readonly transient: boolean;
  readonly status: number | undefined;
  readonly rpcCode: number | undefined;
  readonly response: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: McpErrorCode,
    message: string,
    { effect, transient = false, status, rpcCode, response, retryAfterMs, cause }: McpErrorOptions,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.effect = effect;
    this.transient = transient;
    this.status = status;
    this.rpcCode = rpcCode;
    this.response = response;
    this.retryAfterMs = retryAfterMs;
  }
}
