import { AbstractChat, type ChatState, type ChatStatus, DefaultChatTransport, type UIMessage } from 'ai';

/** The state of a chat, as a framework keeps it. */
class KeptState implements ChatState<UIMessage> {
  status: ChatStatus = 'ready';
  error: Error | undefined = undefined;
  messages: UIMessage[] = [];
  pushMessage = (message: UIMessage) => void this.messages.push(structuredClone(message));
  popMessage = () => void this.messages.pop();
  replaceMessage = (index: number, message: UIMessage) => {
    this.messages[index] = structuredClone(message);
  };
  snapshot = <T>(thing: T) => structuredClone(thing);
}

/** The parts of a version of the AI SDK that a client is made of. */
export interface ChatSdk {
  AbstractChat: typeof AbstractChat;
  DefaultChatTransport: typeof DefaultChatTransport;
}

const newest: ChatSdk = { AbstractChat, DefaultChatTransport };

export interface ChatOptions {
  baseUrl: string;
  headers: Record<string, string>;
  threadId: string;
  fetch?: typeof fetch;
  id?: string;
  /** Another version of it, and the query by which it says so. */
  sdk?: ChatSdk;
  query?: string;
}

/** A client of the AI SDK that talks on a thread. */
export function chatOn({
  baseUrl,
  headers,
  threadId,
  fetch: fetcher,
  id,
  sdk = newest,
  query = '',
}: ChatOptions): AbstractChat<UIMessage> {
  const api = `${baseUrl}/v1/loom/threads/${threadId}/chat`;
  const Chat = class extends sdk.AbstractChat<UIMessage> {};
  return new Chat({
    ...(id === undefined ? {} : { id }),
    state: new KeptState(),
    transport: new sdk.DefaultChatTransport({
      api: `${api}${query}`,
      headers,
      prepareReconnectToStreamRequest: () => ({ api: `${api}/stream${query}` }),
      ...(fetcher === undefined ? {} : { fetch: fetcher }),
    }),
  });
}

/** The text of a message. */
export function textOf({ parts }: Pick<UIMessage, 'parts'>): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('|');
}

/** The lines of a message, in whatever parts they came: of a text, some may come after the call that follows it. */
export function linesOf({ parts }: Pick<UIMessage, 'parts'>): string[] {
  return parts
    .flatMap((part) => (part.type === 'text' ? part.text.split(/\n+/) : []))
    .filter((line) => line !== '');
}

/** The newest message. */
export function lastOf({ messages }: { messages: UIMessage[] }): UIMessage {
  const last = messages.at(-1);
  if (last === undefined) throw new Error('there is no message');
  return last;
}

/** The part of a call, by the name of its tool. */
export function callIn({ parts }: UIMessage, tool: string) {
  const found = parts.find((part) => part.type === `tool-${tool}`);
  if (found === undefined || !('toolCallId' in found)) throw new Error(`no part of ${tool}`);
  return found;
}
