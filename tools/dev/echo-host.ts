import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ApprovalError, type ApprovalOptions, verifyApproval } from '#heddle-client/index.ts';
import { parseJson } from '#contract/json.ts';
import { demoMcpHandler } from './demo-mcp-server.ts';
import { type LoopbackServer, serveLoopback } from './loopback-server.ts';

/** A host that stands in for a bank. */
export interface EchoHost extends LoopbackServer {
  /** From now on, it refuses requests that the service has not signed for it, as a bank should. */
  requireApprovals(options: Omit<ApprovalOptions, 'audience'>): void;
}

/**
 * Serves a host on the loopback interface that answers every request with what it received, and an MCP server under
 * `/mcp`. The demo connections call them.
 * @param port 0 for a free one
 */
export async function startEchoHost(port: number): Promise<EchoHost> {
  const mcp = demoMcpHandler();
  let required: ApprovalOptions | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/mcp') return await mcp(request, response);
    const bytes = await buffer(request);
    const refused = await refusalOf(request, bytes, required);
    const content = JSON.stringify(refused ?? echo(request, bytes.toString()));
    response
      .writeHead(refused === undefined ? 200 : 401, { 'content-type': 'application/json' })
      .end(content);
  };
  const server = await serveLoopback(answer, port);
  return {
    ...server,
    requireApprovals: (options) => {
      required = { ...options, audience: server.url };
    },
  };
}

/** Why a request is refused. Anybody may see whether the host is there. */
async function refusalOf(
  { method = '', url = '', headers }: IncomingMessage,
  body: Uint8Array,
  required: ApprovalOptions | undefined,
): Promise<object | undefined> {
  if (required === undefined || (method === 'GET' && url === '/')) return undefined;
  try {
    await verifyApproval({ method, url, headers, body }, required);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

function echo(request: IncomingMessage, body: string): Record<string, unknown> {
  const url = new URL(request.url ?? '/', 'http://echo');
  return {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: asJson(body),
  };
}

/** JSON as its value, anything else as text, and nothing as null. */
function asJson(body: string): unknown {
  const value = body === '' ? null : parseJson(body);
  return value === undefined ? body : value;
}
