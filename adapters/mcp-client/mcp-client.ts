import {
  Client,
  type PriorDiscovery,
  preloadSchemas,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { OutboundHttp } from '../outbound-http/port.ts';
import { McpError } from './errors.ts';
import { Exchange } from './exchange.ts';
import { readPages, type ToolPage } from './list-tools.ts';
import type {
  KnownServer,
  ListedTool,
  McpClient,
  McpServer,
  McpSession,
  RawToolResult,
  SentRequest,
  SessionOptions,
  ToolRequest,
} from './port.ts';
import { ReadTransport } from './read-transport.ts';
import { toMcpError } from './to-mcp-error.ts';

const clientInfo = { name: 'heddle', version: '1' };

/** Revision 2026-07-28, or those of 2025 with their handshake, whichever the server speaks. */
const versionNegotiation: VersionNegotiationOptions = { mode: 'auto' };

/** A stream that breaks off may be resumed, which does not repeat the call. */
const reconnectionOptions = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 5000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 2,
};
/** The shortest delay, whatever the server asks for, in milliseconds. */
const shortestReconnectionMs = 250;

/** The exchange ends by its own deadline first, which knows whether the call was sent. */
const graceMs = 500;

/** Output schemas are not compiled: they are the server's, and its results are not trusted either way. */
const jsonSchemaValidator = {
  getValidator: () => (input: unknown) => ({
    valid: true as const,
    data: input as never,
    errorMessage: undefined,
  }),
};

/** Creates the client, by the official SDK, with all requests through `outboundHttp`. */
export function createMcpClient(outboundHttp: OutboundHttp): McpClient {
  // Otherwise the first session of a process would take a tenth of a second for it, all at once.
  preloadSchemas();
  return {
    connect: async (server, options) => await Session.open(outboundHttp, server, options),
  };
}

class Session implements McpSession {
  readonly #client: Client;
  readonly #transport: ReadTransport;
  readonly #http: StreamableHTTPClientTransport;
  readonly #exchange: Exchange;
  readonly #origin: string;
  /** Aborts when a request will get no response. */
  #unanswered = new AbortController();
  #closed = false;

  private constructor(outboundHttp: OutboundHttp, server: McpServer, until: Date) {
    const url = new URL(server.url);
    this.#origin = url.origin;
    this.#exchange = new Exchange(outboundHttp, server, until);
    this.#http = new StreamableHTTPClientTransport(url, {
      fetch: this.#exchange.fetch,
      redirectPolicy: 'follow',
      reconnectionOptions,
      reconnectionScheduler: (reconnect, delayMs) => {
        const timer = setTimeout(reconnect, Math.max(delayMs, shortestReconnectionMs));
        return () => clearTimeout(timer);
      },
    });
    this.#transport = new ReadTransport(this.#http);
    this.#transport.unanswered = () => this.#unanswered.abort();
    this.#transport.flooded = () => {
      this.#exchange.giveUp('The MCP server sends too many messages.');
      this.#unanswered.abort();
    };
    // The client has read the answer in the next turn of the event loop.
    this.#exchange.answerEnded = (id) => {
      setImmediate(() => {
        if (this.#transport.isPending(id)) this.#unanswered.abort();
      });
    };
    this.#client = new Client(clientInfo, {
      capabilities: {},
      versionNegotiation,
      jsonSchemaValidator,
      inputRequired: { autoFulfill: false },
    });
  }

  static async open(
    outboundHttp: OutboundHttp,
    server: McpServer,
    { until, known }: SessionOptions,
  ): Promise<Session> {
    const session = new Session(outboundHttp, server, until);
    const prior = known as PriorDiscovery | undefined;
    await session.#ask(async (options) => {
      await session.#client.connect(session.#transport, { ...options, ...(prior && { prior }) });
    });
    return session;
  }

  get known(): KnownServer {
    const discover = this.#client.getDiscoverResult();
    const prior: PriorDiscovery = discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover };
    return prior as unknown as KnownServer;
  }

  get protocolVersion(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? '';
  }

  get server(): { name: string; version: string } | undefined {
    const server = this.#client.getServerVersion();
    return server && { name: server.name, version: server.version };
  }

  get sent(): SentRequest | undefined {
    return this.#exchange.sent;
  }

  async listTools(): Promise<ListedTool[]> {
    return await readPages(async (cursor): Promise<ToolPage> => {
      const params = cursor === undefined ? {} : { cursor };
      await this.#ask(
        async (options) =>
          await this.#client.request({ method: 'tools/list', params }, z.looseObject({}), options),
      );
      return this.#transport.resultOf('tools/list');
    });
  }

  async callTool(request: ToolRequest): Promise<RawToolResult> {
    const { name, inputSchema, args, idempotencyKey, meta } = request;
    this.#exchange.beginCall(request);
    const params = { name, arguments: args, _meta: { ...meta, 'Idempotency-Key': idempotencyKey } };
    // Only arguments that stand in headers as well are read from the schema.
    const toolDefinition = { name, inputSchema: { ...inputSchema, type: 'object' as const } };
    try {
      await this.#ask(async (options) => await this.#client.callTool(params, { ...options, toolDefinition }));
    } catch (error) {
      throw this.#asksForInput() ? inputRequired(error) : error;
    }
    return this.#transport.resultOf('tools/call');
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#exchange.end();
    const leave = async () => {
      try {
        await this.#http.terminateSession();
      } finally {
        await this.#client.close();
      }
    };
    // The server forgets the session by itself, too.
    leave().catch(() => {});
  }

  #asksForInput(): boolean {
    return this.#transport.resultOf('tools/call')['resultType'] === 'input_required';
  }

  /** Makes a request of the client, and ends the session if it fails. */
  async #ask(
    request: (options: { timeout: number; signal: AbortSignal }) => Promise<unknown>,
  ): Promise<void> {
    this.#unanswered = new AbortController();
    const { signal } = this.#unanswered;
    try {
      await request({ timeout: this.#exchange.leftMs + graceMs, signal });
    } catch (error) {
      const failure = signal.aborted ? unanswered(this.#exchange, this.#origin) : error;
      const known = toMcpError(failure, this.#exchange, this.#origin);
      this.close();
      throw known;
    }
  }
}

function unanswered({ effect }: Exchange, origin: string): McpError {
  return new McpError('reset', `The stream of ${origin} ended before the answer was whole.`, {
    effect,
    transient: true,
  });
}

function inputRequired(cause: unknown): McpError {
  return new McpError('input_required', 'The tool asks the user for input, which an agent cannot give.', {
    effect: 'unknown',
    cause,
  });
}
