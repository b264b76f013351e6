import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveOnLoopback } from './loopback.ts';

/** A JSON-RPC request as a server got it. */
export interface McpRequest {
  /** The HTTP method; requests other than POST have no JSON-RPC method. */
  httpMethod: string;
  headers: Record<string, string | string[] | undefined>;
  id?: number | string;
  method?: string;
  params: Record<string, unknown>;
  /** The error in a response to a request of the server. */
  error?: { code: number };
}

/** How a request is answered. */
export interface McpReply {
  response: ServerResponse;
  result(result: object): void;
  error(code: number, message: string): void;
  /** Begins an event stream, and returns a function that sends messages on it. */
  stream(): (...messages: object[]) => void;
}

export type McpAnswer = (request: McpRequest, reply: McpReply) => void;

/** A customer's MCP server, written by hand so that it can do what the SDK would not. */
export interface McpHost {
  /** The URL of its endpoint. */
  url: string;
  /** Everything that it was asked. */
  requests: McpRequest[];
  /** The calls of tools among it. */
  readonly calls: McpRequest[];
  /** The tools that it lists, including invalid ones. */
  tools: unknown[];
  /** How many tools a page of the list has. Default: all. */
  pageSize?: number;
  /** How it answers calls; at first, it returns the arguments. */
  answer: McpAnswer;
  /** Answers a method in another way than it would. */
  answers: Record<string, McpAnswer>;
  stop(): Promise<void>;
}

/** The revision of the protocol that a server speaks. */
export type McpEra = 'modern' | 'legacy';

/** A tool that reads, unless parts say otherwise. */
export function mcpTool(name: string, parts: object = {}): Record<string, unknown> {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { to: { type: 'string' }, amount: { type: 'number' } } },
    annotations: { readOnlyHint: true },
    ...parts,
  };
}

/** A text as the result of a call. */
export function textResult(...texts: string[]): { content: object[] } {
  return { content: texts.map((each) => ({ type: 'text', text: each })) };
}

const capabilities = { tools: { listChanged: true } };
const serverInfo = { name: 'scripted', version: '1.2.3' };

/** @param port Default: any that is free, which may be another's as soon as the host has stopped */
export async function startMcpHost({
  era = 'modern',
  tools = [mcpTool('look')],
  port = 0,
}: { era?: McpEra; tools?: unknown[]; port?: number } = {}): Promise<McpHost> {
  const host: McpHost = {
    url: '',
    requests: [],
    get calls() {
      return this.requests.filter(({ method }) => method === 'tools/call');
    },
    tools,
    answer: ({ params }, reply) =>
      reply.result({ structuredContent: { got: params['arguments'] }, content: [] }),
    answers: {},
    stop: async () => await stop(),
  };
  const complete = era === 'modern' ? { resultType: 'complete' } : {};
  const cacheable = era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {};
  const usual: Record<string, McpAnswer> = {
    'server/discover': (_, reply) => {
      if (era === 'legacy') return reply.error(-32_601, 'Method not found');
      const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
      reply.result({ supportedVersions: ['2026-07-28'], capabilities, ...cacheable, _meta });
    },
    initialize: (_, reply) =>
      reply.result({ protocolVersion: '2025-11-25', capabilities, serverInfo, instructions: 'Be kind.' }),
    'tools/list': ({ params }, reply) => {
      const from = Number(params['cursor'] ?? 0);
      const to = from + (host.pageSize ?? host.tools.length);
      const next = to < host.tools.length ? { nextCursor: String(to) } : {};
      reply.result({ tools: host.tools.slice(from, to), ...next, ...cacheable });
    },
    'tools/call': (request, reply) => host.answer(request, reply),
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    host.requests.push(request);
    const answer = host.answers[request.method ?? request.httpMethod] ?? usual[request.method ?? ''];
    if (answer !== undefined) return answer(request, replyTo(request, response, complete));
    // Notifications, and responses to requests of the server.
    response.writeHead(request.httpMethod === 'POST' ? 202 : 405).end();
  };
  const { url, stop } = await serveOnLoopback(serve, port);
  host.url = `${url}/mcp`;
  return host;
}

async function readRequest(incoming: IncomingMessage): Promise<McpRequest> {
  const body = await text(incoming);
  const message = (body === '' ? {} : JSON.parse(body)) as Partial<McpRequest>;
  return { params: {}, ...message, httpMethod: incoming.method ?? '', headers: incoming.headers };
}

function replyTo({ id }: McpRequest, response: ServerResponse, complete: object): McpReply {
  const send = (message: object) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
  return {
    response,
    result: (result) => send({ result: { ...complete, ...result } }),
    error: (code, message) => send({ error: { code, message } }),
    stream: () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return (...messages) => {
        for (const message of messages) {
          response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n\n`);
        }
      };
    },
  };
}

/** Messages of a server that answer nothing. */
export const progress = (token: unknown) => ({
  id: undefined,
  method: 'notifications/progress',
  params: { progressToken: token ?? 1, progress: 1 },
});
