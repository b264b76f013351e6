import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { ConditionStore } from './condition.ts';
import { cancelRun, type HeddleConnection, headersOf, readMessages, refusalIn, urlOf } from './requests.ts';
import { isPassing, Retries } from './retries.ts';
import { sentMessage } from './sent-message.ts';

/**
 * A chat of the AI SDK on a thread of Heddle: it reads what was said, follows the run that is open, and connects again when the
 * connection is lost.
 */
export class Conversation {
  readonly chat: Chat<UIMessage>;
  readonly #threadId: string;
  #connection: HeddleConnection = { token: '' };
  /** Of what was shown to whoever approves. */
  #digest: string | undefined;
  readonly condition = new ConditionStore();
  readonly #retries = new Retries();
  #resuming = false;

  constructor(threadId: string) {
    this.#threadId = threadId;
    this.chat = new Chat<UIMessage>({
      id: threadId,
      transport: new DefaultChatTransport({
        prepareSendMessagesRequest: async ({ messages }) => ({
          api: urlOf(this.#connection, `threads/${threadId}/chat`),
          headers: await headersOf(this.#connection),
          body: { messages: messages.slice(-1).map((message) => sentMessage(message, this.#digest)) },
        }),
        prepareReconnectToStreamRequest: async () => ({
          api: urlOf(this.#connection, `threads/${threadId}/chat/stream${this.#followed()}`),
          headers: await headersOf(this.#connection),
        }),
      }),
      onError: (error) => this.#failed(error),
      onFinish: ({ isError }) => {
        if (!isError) this.#recovered();
      },
    });
  }

  /** Where the service is from now on, and as whom requests are made. */
  use(connection: HeddleConnection): void {
    this.#connection = connection;
  }

  /** Reads the conversation and follows it. @returns a function that ends that */
  start(): () => void {
    let over = false;
    const load = (): void => {
      this.#load(() => over).catch((error: Error) => {
        if (!over) this.#failed(error, load);
      });
    };
    load();
    return () => {
      over = true;
      this.#retries.stop();
      void this.chat.stop();
    };
  }

  /**
   * Sends a text, or what a change to the agent's message says.
   * @param digest of what was shown, for an approval
   */
  async send(text: string | (() => void | PromiseLike<void>), digest?: string): Promise<void> {
    this.condition.set({ failure: undefined });
    this.#digest = digest;
    if (typeof text === 'string') return await this.chat.sendMessage({ text });
    await text();
    await this.chat.sendMessage();
  }

  /** Cancels the run that is followed. */
  async stop(): Promise<void> {
    const { run_id } = this.#run();
    if (run_id === undefined) return;
    try {
      await cancelRun(this.#connection, run_id);
    } catch (error) {
      this.condition.set({ failure: error as Error });
    }
  }

  async #load(isOver: () => boolean): Promise<void> {
    const messages = await readMessages(this.#connection, this.#threadId);
    if (isOver()) return;
    this.chat.messages = messages;
    this.condition.set({ loaded: true });
    await this.#resume();
  }

  async #resume(): Promise<void> {
    this.#resuming = true;
    try {
      await this.chat.resumeStream();
    } finally {
      this.#resuming = false;
    }
    if (this.chat.status === 'ready') this.#recovered();
  }

  /** @param again what to do once the service can be reached again. Default: to send what was not sent, or to follow */
  #failed(error: Error, again = this.#again): void {
    const failure = refusalIn(error);
    if (isPassing(failure)) {
      this.condition.set({ lost: true });
      this.#retries.again(again);
      return;
    }
    const mayBeStale = this.chat.lastMessage?.role === 'assistant' && this.#run().state !== 'failed';
    // Built anew from what is stored, the message shows what is true. Once: what is refused then is refused again.
    if (mayBeStale && !this.#resuming) this.#retries.soon(this.#again);
    this.condition.set({ lost: false, failure });
  }

  /** A message that may not have arrived is sent again, under the id that it has: it counts once. */
  #again = (): void => {
    const isUnsent = this.chat.lastMessage?.role === 'user' && this.condition.now().lost;
    void (isUnsent ? this.chat.sendMessage() : this.#resume());
  };

  #recovered(): void {
    this.#retries.reset();
    if (this.condition.now().lost) this.condition.set({ lost: false });
  }

  /** The run of the agent's message, which may have ended while nobody followed it. */
  #followed(): string {
    const { run_id, state } = this.#run();
    return run_id === undefined || state === 'closed' || state === 'failed' ? '' : `?run_id=${run_id}`;
  }

  #run(): { run_id?: string; state?: string } {
    const last = this.chat.lastMessage;
    return last?.role === 'assistant' ? (last.metadata ?? {}) : {};
  }
}
