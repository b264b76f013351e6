import { Chat } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { ConditionStore } from './condition.ts';
import { lookWhileSeen } from './look-while-seen.ts';
import { mayBeStale, runOf } from './followed-run.ts';
import { readNews } from './news.ts';
import { type HeddleConnection, readHistory, type Refused, refusalIn } from './requests.ts';
import { isPassing, Retries } from './retries.ts';
import { type Situation, transportTo } from './transport.ts';

/**
 * A chat of the AI SDK on a thread of Heddle: it reads what was said, follows the run that is open, connects again when the
 * connection is lost, and notices what happens in other pages.
 */
export class Conversation {
  readonly chat: Chat<UIMessage>;
  readonly #threadId: string;
  /** Where the service is, and as whom requests are made. */
  connection: HeddleConnection = { token: '' };
  #decided: Situation['decided'];
  /** A decision, an answer or an outcome on its way: `repeated` if it may have arrived before. */
  #act: 'sent' | 'repeated' | undefined;
  readonly condition = new ConditionStore();
  readonly #retries = new Retries();
  /** While a run is followed again, until it ends or waits for a person. */
  #resuming: Promise<void> | undefined;
  #isOver = false;

  constructor(threadId: string) {
    this.#threadId = threadId;
    this.chat = new Chat<UIMessage>({
      id: threadId,
      transport: transportTo(
        threadId,
        () => ({ connection: this.connection, decided: this.#decided, messages: this.chat.messages }),
        () => this.#recovered(),
      ),
      onError: (error) => this.#failed(error),
      onFinish: ({ isError }) => {
        if (!isError) this.#recovered();
      },
    });
  }

  /** Changes where the service is, or as whom requests are made. */
  use(connection: HeddleConnection): void {
    this.connection = connection;
  }

  /** Reads the conversation and follows it. @returns a function that ends that */
  start(): () => void {
    let over = false;
    this.#isOver = false;
    const load = (): void =>
      void this.#load(() => over).catch((error: Error) => {
        if (!over) this.#failed(error, load);
      });
    load();
    const stopLooking = lookWhileSeen(this.#look);
    return () => {
      over = true;
      this.#isOver = true;
      stopLooking();
      this.#retries.stop();
      void this.chat.stop();
    };
  }

  /**
   * Sends a text, or what a change to the agent's message says.
   * @param decided for a decision: the held write
   */
  async send(text: string | (() => void | PromiseLike<void>), decided?: Situation['decided']): Promise<void> {
    // The answered part has to be in the message.
    await this.#resuming;
    this.condition.set({ failure: undefined });
    this.#decided = decided;
    this.#act = typeof text === 'string' ? undefined : 'sent';
    if (typeof text !== 'string') await text();
    await this.chat.sendMessage(typeof text === 'string' ? { text } : undefined);
  }

  async #load(isOver: () => boolean): Promise<void> {
    const messages = await readHistory(this.connection, this.#threadId);
    if (isOver()) return;
    this.chat.messages = messages;
    this.condition.set({ loaded: true });
    await this.#resume();
  }

  /** Shows what has happened elsewhere, unless something happens here. */
  #look = async (): Promise<void> => {
    const { messages } = this.chat;
    const isIdle = (): boolean =>
      this.condition.isIdle(this.chat.status) && !this.#isOver && this.chat.messages === messages;
    if (!isIdle()) return;
    // A failed read is repeated the next time.
    const news = await readNews(this.connection, this.#threadId, messages).catch(() => undefined);
    if (news === undefined || !isIdle()) return;
    const isNew = news.messages.length > 0;
    if (isNew) this.chat.messages = [...messages, ...news.messages];
    if (isNew || news.moved) await this.#resume();
  };

  async #resume(): Promise<void> {
    const before = this.chat.messages;
    const resuming = this.chat.resumeStream();
    this.#resuming = resuming;
    this.condition.set({ before });
    try {
      await resuming;
    } finally {
      // Otherwise it was begun once more meanwhile.
      if (this.#resuming === resuming) {
        this.#resuming = undefined;
        this.condition.set({ before: undefined });
      }
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
    // Rebuilt from the stored state, the message is true. Once: a second refusal stands.
    if (mayBeStale(this.chat.messages) && this.#resuming === undefined) this.#retries.soon(this.#again);
    // It arrived the first time.
    const wasMade = this.#act === 'repeated' && (failure as Refused).code === 'unknown_confirmation';
    this.#act = undefined;
    this.condition.set({ lost: false, failure: wasMade ? undefined : failure });
  }

  /**
   * Sends again what may not have arrived, and follows otherwise. A message counts once by its id, and a decision by what it decides
   * on. A message that was read has arrived.
   */
  #again = (): void => {
    const last = this.chat.lastMessage;
    const isMessage = last?.role === 'user' && runOf(last) === undefined;
    const isUnsent = this.condition.now().lost && (isMessage || this.#act !== undefined);
    if (this.#act !== undefined) this.#act = 'repeated';
    // A run that ended before it could be followed again has its reply among the messages.
    void (isUnsent ? this.chat.sendMessage() : this.#resume().then(this.#look));
  };

  #recovered(): void {
    this.#act = undefined;
    this.#retries.reset();
    if (this.condition.now().lost) this.condition.set({ lost: false });
  }
}
