import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseJson } from '#contract/json.ts';
import { demoMcpHandler } from './demo-mcp-server.ts';
import { type LoopbackServer, serveLoopback } from './loopback-server.ts';

/**
 * Serves a host on the loopback interface that answers every request with what it received, and an MCP server under
 * `/mcp`. The demo connections call them.
 * @param port 0 for a free one
 */
export async function startEchoHost(port: number): Promise<LoopbackServer> {
  const mcp = demoMcpHandler();
  return await serveLoopback(async (request, response) => {
    if (request.url === '/mcp') return await mcp(request, response);
    const content = JSON.stringify(await echo(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(content);
  }, port);
}

async function echo(request: IncomingMessage): Promise<Record<string, unknown>> {
  const url = new URL(request.url ?? '/', 'http://echo');
  return {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: asJson(await text(request)),
  };
}

/** JSON as its value, anything else as text, and nothing as null. */
function asJson(body: string): unknown {
  const value = body === '' ? null : parseJson(body);
  return value === undefined ? body : value;
}
