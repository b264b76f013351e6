import { defined } from '#contract/defined.ts';
import {
  Client,
  type ClientOptions,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ToolRun } from '#contract/mcp-tools.ts';

/** The part of a client that the tests use, of either SDK. */
export interface McpClient {
  tools(): Promise<ListedTool[]>;
  /** Calls a tool; resolves to the run, or rejects with {@link ToolError}. */
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolRun>;
  /** Calls a tool; resolves to its result as it is. */
  callRaw(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

export interface ListedTool {
  name: string;
  title?: string | undefined;
  inputSchema: object;
  outputSchema?: object | undefined;
  annotations?: Record<string, unknown> | undefined;
}

export interface ToolResult {
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface CallOptions {
  /** Called with the server's progress. */
  onProgress?: (message: string) => void;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A tool returned an error. */
export class ToolError extends Error {
  readonly code: string;
  readonly details: unknown;

  constructor({ content: [first] }: ToolResult) {
    const { error } = JSON.parse(first?.text ?? '') as {
      error: { code: string; message: string; details?: unknown };
    };
    super(error.message);
    this.code = error.code;
    this.details = error.details;
  }
}

const about = { name: 'heddle-tests', version: '1' };

/** A client of each revision, as a user would set it up. */
export const revisions = ['2026-07-28', '2025-11-25', 'sdk-1'] as const;
export type Revision = (typeof revisions)[number];

export interface Connecting {
  url: string;
  token: string;
  /** Answers what the server asks the user. Without it, the client cannot ask. Only for `2026-07-28`. */
  onAsked?: (params: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>;
  /** Opens a page for the user, and says what became of that. Without it, the client cannot. Only for `2026-07-28`. */
  onPage?: (params: ElicitRequestURLParams) => ElicitResult | Promise<ElicitResult>;
  fetch?: typeof fetch;
}

/** Connects a client of an official SDK. */
export async function connect(revision: Revision, connecting: Connecting): Promise<McpClient> {
  return revision === 'sdk-1' ? await connectOlder(connecting) : await connectCurrent(revision, connecting);
}

async function connectCurrent(
  revision: '2026-07-28' | '2025-11-25',
  { url, token, onAsked, onPage, fetch }: Connecting,
): Promise<McpClient> {
  const options: ClientOptions = {
    versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    capabilities:
      onAsked === undefined && onPage === undefined
        ? {}
        : {
            elicitation: {
              ...(onAsked === undefined ? {} : { form: {} }),
              ...(onPage === undefined ? {} : { url: {} }),
            },
          },
  };
  const client = new Client(about, options);
  if (options.capabilities?.elicitation !== undefined) {
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }) =>
        (await (params.mode === 'url' ? onPage?.(params) : onAsked?.(params))) ?? {
          action: 'cancel',
        },
    );
  }
  const headers = { Authorization: `Bearer ${token}` };
  const custom = fetch === undefined ? {} : { fetch };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, ...custom }),
  );
  return mcpClient({
    list: async () => (await client.listTools()).tools,
    call: async (params, { onProgress, signal }) =>
      (await client.callTool(params, {
        ...(onProgress === undefined ? {} : { onprogress: ({ message = '' }) => onProgress(message) }),
        ...defined({ signal }),
      })) as ToolResult,
    close: async () => await client.close(),
  });
}

async function connectOlder({ url, token, fetch }: Connecting): Promise<McpClient> {
  const client = new OlderClient(about, { capabilities: {} });
  const headers = { Authorization: `Bearer ${token}` };
  const custom = fetch === undefined ? {} : { fetch };
  const transport = new OlderTransport(new URL(url), { requestInit: { headers }, ...custom });
  await client.connect(transport);
  return mcpClient({
    list: async () => (await client.listTools()).tools,
    call: async (params, { onProgress, signal }) =>
      (await client.callTool(params, undefined, {
        ...(onProgress === undefined ? {} : { onprogress: ({ message = '' }) => onProgress(message) }),
        ...defined({ signal }),
      })) as ToolResult,
    close: async () => await client.close(),
  });
}

interface CallParams {
  name: string;
  arguments: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

function mcpClient({
  list,
  call,
  close,
}: {
  list: () => Promise<ListedTool[]>;
  call: (params: CallParams, options: CallOptions) => Promise<ToolResult>;
  close: () => Promise<void>;
}): McpClient {
  const callRaw: McpClient['callRaw'] = async (name, args, options = {}) => {
    const { idempotencyKey } = options;
    const meta = idempotencyKey === undefined ? {} : { _meta: { 'Idempotency-Key': idempotencyKey } };
    return await call({ name, arguments: args, ...meta }, options);
  };
  return {
    tools: list,
    callRaw,
    call: async (name, args, options) => {
      const result = await callRaw(name, args, options);
      if (result.isError === true) throw new ToolError(result);
      return result.structuredContent as ToolRun;
    },
    close,
  };
}
