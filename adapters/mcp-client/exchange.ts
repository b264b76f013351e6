import type { FetchLike } from '@modelcontextprotocol/client';
import { isEventStream } from '../event-data.ts';
import { OutboundError } from '../outbound-http/errors.ts';
import type { OutboundHttp, OutboundStream } from '../outbound-http/port.ts';
import { retryAfterMs } from '../retry-after.ts';
import { boundedBody } from './bounded-body.ts';
import { McpError, type McpErrorCode } from './errors.ts';
import { exactMessages } from './exact-messages.ts';
import type { McpServer, SentRequest, ToolRequest } from './port.ts';

/**
 * The most requests of one session. A server can ask for further ones: by pages of tools, by streams that break off, and
 * by requests of its own, each of which gets a response.
 */
const mostRequests = 48;
/** The most bytes of all answers of a session together; each has at most 1 MiB. */
const mostBytes = 4 * 1024 * 1024;
/** The most separators in one answer, so that parsing it blocks nobody. */
const mostSeparators = 50_000;
/** The answers in which a client of the SDK checks every value. */
const mostHandshakeSeparators = 5000;
/** How long the end of a session may take. */
const farewellMs = 2000;

/** The headers of an answer that the client reads. */
const readHeaders = ['content-type', 'mcp-session-id'];

/** A JSON-RPC message of the client. */
type Message = SentRequest['body'];
type Init = NonNullable<Parameters<FetchLike>[1]>;

/**
 * The HTTP side of a session: every request of the SDK's client goes through {@link Exchange.fetch}, and from there
 * through `OutboundHttp`. It adds the headers of the server, which the client does not know, refuses redirects and a
 * second call, and remembers what went wrong.
 */
export class Exchange {
  readonly #http: OutboundHttp;
  readonly #server: McpServer;
  #until: Date;
  #call: ToolRequest | undefined;
  #requests = 0;
  #bytes = 0;
  #ended = false;
  readonly #over = new AbortController();
  #unsent = false;
  /** The first reason why a request of the client, or its stream, had no usable answer. */
  failure: OutboundError | McpError | undefined;
  /** The request of the call. Set when it is handed over to be sent. */
  sent: SentRequest | undefined;
  /** Called when an answer has ended that is no event stream, with the id of its request. */
  answerEnded?: (id: unknown) => void;
  /** How long the server asked to wait, with its answer to the call. */
  retryAfterMs: number | undefined;

  constructor(http: OutboundHttp, server: McpServer, until: Date) {
    this.#http = http;
    this.#server = server;
    this.#until = until;
  }

  /** The remaining time. */
  get leftMs(): number {
    return Math.max(1, this.#until.getTime() - Date.now());
  }

  /** Ends every request that is under way. */
  giveUp(message: string): void {
    this.failure ??= this.#error('invalid_response', message);
    this.#over.abort(this.failure);
  }

  /** From now on, requests belong to this call and have its deadline. */
  beginCall(call: ToolRequest): void {
    this.#call = call;
    this.#until = call.until;
    this.failure = undefined;
  }

  /** From now on, only the end of the session is sent, and for a short time. */
  end(): void {
    this.#ended = true;
    this.#until = new Date(Date.now() + farewellMs);
  }

  /** Whether the server may have received the call. */
  get effect(): 'none' | 'unknown' {
    return this.sent === undefined || this.#unsent ? 'none' : 'unknown';
  }

  readonly fetch: FetchLike = async (_url, init = {}) => {
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    // Nobody listens to a stream that belongs to no request: 405 says that there is none.
    if (method === 'GET' && !headers.has('last-event-id')) return new Response(null, { status: 405 });
    if (this.#ended !== (method === 'DELETE')) throw new Error('the session is over');
    this.#requests += 1;
    const message = typeof init.body === 'string' ? (JSON.parse(init.body) as Message) : {};
    // Responses to requests of the server are sent on the side: whether they arrive decides nothing.
    const note = method === 'GET' || ('method' in message && 'id' in message);
    try {
      if (this.#requests > mostRequests) {
        throw this.#error('invalid_response', `The MCP server made over ${mostRequests} requests necessary.`);
      }
      return await this.#request(method, headers, message, init);
    } catch (error) {
      throw note ? this.#failed(error) : error;
    }
  };

  async #request(
    method: string,
    headers: Headers,
    message: Message,
    { body, signal }: Init,
  ): Promise<Response> {
    const isCall = message['method'] === 'tools/call';
    const protocolHeaders = Object.fromEntries(headers);
    const own = this.#call?.headers ?? {};
    const ofCall = isCall && typeof body === 'string' ? this.#callHeaders(body) : {};
    if (isCall) this.#markSent({ ...protocolHeaders, ...own, ...ofCall }, message);
    const { workspaceId, url, headers: secrets } = this.#server;
    const opening = this.#http.open({
      workspaceId,
      method,
      url,
      headers: { ...secrets, ...protocolHeaders, ...own, ...ofCall },
      ...(typeof body === 'string' ? { body } : {}),
      timeoutMs: this.leftMs,
      notAfter: this.#until,
      signal: signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal,
    });
    const answer = await opening.catch((error: unknown) => {
      if (isCall && error instanceof OutboundError) this.#unsent = error.effect === 'none';
      throw error;
    });
    if (isCall) this.retryAfterMs = retryAfterMs(answer.headers, Date.now());
    const isHandshake = message['method'] === 'initialize' || message['method'] === 'server/discover';
    // A stream may be resumed, and an error or a server of an earlier revision is recognized by the client.
    const mayEnd = answer.status < 300 && method !== 'GET' && message['method'] !== 'server/discover';
    const isStream = isEventStream(answer.headers);
    return await this.#toResponse(answer, {
      most: isHandshake ? mostHandshakeSeparators : mostSeparators,
      onEnd: () => {
        if (mayEnd && !isStream && 'id' in message) this.answerEnded?.(message['id']);
      },
    });
  }

  #callHeaders(body: string): Record<string, string> {
    if (this.#call === undefined) return {};
    const { idempotencyKey, headersFor } = this.#call;
    return { 'idempotency-key': idempotencyKey, ...headersFor?.(body) };
  }

  /** A call is sent once, even if the client would repeat it. */
  #markSent(headers: Record<string, string>, body: Message): void {
    if (this.sent !== undefined)
      throw this.#error('invalid_response', 'The MCP server asked for the call again.');
    const url = this.#server.url;
    this.sent = { method: 'POST', url, headers, body };
  }

  async #toResponse(
    answer: OutboundStream,
    { most, onEnd }: { most: number; onEnd: () => void },
  ): Promise<Response> {
    const { status, headers } = answer;
    const refuse = async (error: McpError) => {
      await answer.close();
      return error;
    };
    if (status >= 300 && status < 400) {
      throw await refuse(
        this.#error('redirect', `The MCP server answered ${status}: redirects are not followed.`, status),
      );
    }
    if (status < 200 || status > 599) {
      throw await refuse(this.#error('invalid_response', 'The MCP server answered with no known status.'));
    }
    const init = {
      status,
      headers: readHeaders.flatMap((name): [string, string][] => {
        const value = headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    };
    if (status === 204 || status === 205) {
      await answer.close();
      onEnd();
      return new Response(null, init);
    }
    const tooMany = () =>
      this.#error('invalid_response', `An answer of the MCP server has over ${most} values.`);
    const pieces = boundedBody({ body: exactMessages(answer, most) }, { most, tooMany });
    return new Response(this.#stream(pieces, onEnd), init);
  }

  #stream(pieces: AsyncGenerator<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({
      pull: async (controller) => {
        try {
          const { value, done } = await pieces.next();
          if (done === true) {
            controller.close();
            return onEnd();
          }
          this.#bytes += value.length;
          if (this.#bytes > mostBytes) {
            await pieces.return(undefined);
            throw this.#error('too_large', 'The answers of the MCP server are too large.');
          }
          controller.enqueue(new Uint8Array(value));
        } catch (error) {
          controller.error(this.#failed(error));
        }
      },
      cancel: async () => void (await pieces.return(undefined)),
    });
  }

  #error(code: McpErrorCode, message: string, status?: number): McpError {
    return new McpError(code, message, { effect: this.sent === undefined ? 'none' : 'unknown', status });
  }

  #failed(error: unknown): unknown {
    if (error instanceof OutboundError || error instanceof McpError) this.failure ??= error;
    return error;
  }
}
