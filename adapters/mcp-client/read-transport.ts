import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { isJsonObject } from '#contract/json.ts';

/** The parts of results that are read here and not by the SDK's client, and what it gets instead. */
const readHere: Record<string, (result: Record<string, unknown>) => Record<string, unknown>> = {
  'tools/list': (result) => (Array.isArray(result['tools']) ? { ...result, tools: [] } : result),
  'tools/call': ({ structuredContent: _structured, ...result }) => ({ ...result, content: [] }),
};

/** The most messages of a server in one session, most of which answer nothing. */
const mostMessages = 1000;

/**
 * A transport that keeps the lists of tools and the results of calls as the server sent them. The SDK's client gets them
 * without their content: it would check each value of it, which takes long for a large one, and refuse a whole list
 * because of one tool, or the result of a call that took effect because of a kind of content that it does not know.
 *
 * Notifications are dropped: nothing here depends on the progress of a call, or on what a server logs.
 *
 * It also reports when the stream of a request has ended without a response, which the client itself would not notice.
 */
export class ReadTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** Called when a request will not get a response any more. */
  onunanswered?: () => void;
  /** Called when the server has sent too many messages. */
  onflood?: () => void;
  readonly #inner: Transport;
  #messages = 0;
  readonly #methods = new Map<unknown, string>();
  readonly #results = new Map<string, Record<string, unknown>>();

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  /** The newest result of a method of which content is kept, as the server sent it. */
  resultOf(method: keyof typeof readHere): Record<string, unknown> {
    return this.#results.get(method) ?? {};
  }

  /** Whether a request has no response yet. */
  isPending(id: unknown): boolean {
    return this.#methods.has(id);
  }

  async start(): Promise<void> {
    const listeners: Pick<Required<Transport>, 'onclose' | 'onerror' | 'onmessage'> = {
      onclose: () => this.onclose?.(),
      onerror: (error) => this.onerror?.(error),
      onmessage: (message, extra) => {
        this.#messages += 1;
        if (this.#messages > mostMessages) return this.onflood?.();
        if ('id' in message) this.onmessage?.(this.#read(message), extra);
      },
    };
    Object.assign(this.#inner, listeners);
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const id = 'id' in message && 'method' in message ? message.id : undefined;
    if (id === undefined || !('method' in message)) return await this.#inner.send(message, options);
    this.#methods.set(id, message.method);
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      if (this.#methods.has(id)) this.onunanswered?.();
    };
    await this.#inner.send(message, { ...options, onRequestStreamEnd });
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  #read<Message extends JSONRPCMessage>(message: Message): Message {
    if ('method' in message || !('id' in message)) return message;
    const method = this.#methods.get(message.id);
    this.#methods.delete(message.id);
    if (method === undefined || !('result' in message) || !isJsonObject(message.result)) return message;
    const strip = readHere[method];
    if (strip === undefined) return message;
    this.#results.set(method, message.result);
    return { ...message, result: strip(message.result) };
  }
}
