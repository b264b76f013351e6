/** A customer's MCP server, and everything that is needed to reach it. */
export interface McpServer {
  /** The workspace of the requests, because lookups of names are limited for each workspace. */
  workspaceId: string;
  url: string;
  /** Sent with every request; secret. Names in lower case. */
  headers: Record<string, string>;
}

/** The options of a session. */
export interface SessionOptions {
  /** The time for connecting and for each list of tools. */
  until: Date;
  /**
   * Facts about the server from an earlier session, which save requests. A session with a server that was replaced
   * meanwhile fails.
   */
  known?: KnownServer | undefined;
}

/** Facts about a server: the revisions of the protocol that it supports. The value is private to the client. */
export type KnownServer = { readonly [known]: true };
declare const known: unique symbol;

/** A tool as its server lists it. Only `name` has been checked. */
export interface ListedTool {
  name: string;
  /** Everything the server says about the tool: JSON with at most 100 levels. */
  definition: Record<string, unknown>;
}

/** A call of a tool. */
export interface ToolRequest {
  name: string;
  /** The input schema as the server lists it: it says which arguments also stand in headers. */
  inputSchema: Record<string, unknown>;
  args: Record<string, unknown>;
  /** Recognizes a repetition; sent as a header and in `_meta`. */
  idempotencyKey: string;
  /** Further members of `_meta`, such as the trace context. Default: none. */
  meta?: Record<string, string>;
  /** Further headers. Names in lower case. */
  headers: Record<string, string>;
  /** Headers of the request of the call that depend on its body. Names in lower case. Default: none. */
  headersFor?: (body: string) => Record<string, string>;
  /** The deadline, after which nothing is sent. */
  until: Date;
}

/** The request of a call as it was sent, without the headers of the server. */
export interface SentRequest {
  method: 'POST';
  url: string;
  headers: Record<string, string>;
  body: { params?: unknown } & Record<string, unknown>;
}

/** A tool's result as the server sent it: any JSON object. */
export type RawToolResult = Record<string, unknown>;

/** A connection to an MCP server for one call, or for one list of its tools. */
export interface McpSession {
  /** For the next session. */
  readonly known: KnownServer;
  readonly protocolVersion: string;
  /** The server's own name and version. */
  readonly server?: { name: string; version: string } | undefined;
  /**
   * All tools, in the server's order. Names can occur twice.
   * @throws {McpError} also if there are more than 1,000
   */
  listTools(): Promise<ListedTool[]>;
  /**
   * Calls a tool. The call is sent at most once, whatever the server asks for.
   * @throws {McpError} if there is no result; it says whether the server may have acted
   */
  callTool(request: ToolRequest): Promise<RawToolResult>;
  /** The request of the call, once it was sent. */
  readonly sent: SentRequest | undefined;
  /** Ends the session without waiting for the server. */
  close(): void;
}

/** Speaks to customers' MCP servers over streamable HTTP, under the rules of the requirements `outbound.*`. */
export interface McpClient {
  /**
   * Asks the server which revision of the protocol it speaks, and begins a session if that revision has any. Nothing of
   * this makes the server act.
   * @throws {McpError}
   */
  connect(server: McpServer, options: SessionOptions): Promise<McpSession>;
}
