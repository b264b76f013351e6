import { LRUCache } from 'lru-cache';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { MessageForModel } from '#engine/ports/conversation-store.ts';
import { messageForModel } from './message-for-model.ts';

/** Much shorter than an erasure waits before it looks once more for what is left of a subject. */
const rememberedMs = 30_000;
const mostThreads = 500;
const mostCharacters = 8 * 1024 * 1024;

/** Messages of a thread at consecutive positions, newest first. */
interface Stretch {
  first: number;
  last: number;
  messages: MessageForModel[];
}

/**
 * Recent messages of threads that this process has read or stored: the message at a position never changes. A message
 * that does not follow the one before it, because another process stored one in between, clears the thread.
 */
export class RememberedConversations {
  readonly #threads = new LRUCache<string, Stretch>({
    max: mostThreads,
    maxSize: mostCharacters,
    sizeCalculation: ({ messages }) =>
      messages.reduce(
        (sum, { content, content_for_model: text = '' }) => sum + content.length + text.length + 100,
        1,
      ),
    ttl: rememberedMs,
    perf: { now: () => performance.now() },
  });
  readonly #mostMessages: number;

  /** @param mostMessages how many of a thread are remembered, the latest ones */
  constructor(mostMessages = 100) {
    this.#mostMessages = mostMessages;
  }

  /** The latest messages up to a position, newest first; undefined if not all of them are known. */
  upTo(threadId: string, last: number, limit: number): MessageForModel[] | undefined {
    const known = this.#threads.get(threadId);
    const first = Math.max(last - limit + 1, 1);
    if (known === undefined || known.last < last || known.first > first) return undefined;
    return known.messages.filter(({ seq }) => seq >= first && seq <= last);
  }

  /**
   * The known messages up to a position, newest first, if only the last ones are missing. The caller reads those, and
   * the newest known one once more: if it differs now, the store was restored.
   */
  before(threadId: string, last: number, limit: number): MessageForModel[] | undefined {
    const known = this.#threads.get(threadId);
    const first = Math.max(last - limit + 1, 1);
    if (known === undefined || known.first > first || known.last < first || known.last >= last)
      return undefined;
    return known.messages.filter(({ seq }) => seq >= first);
  }

  /**
   * Notes the latest messages up to a position, which were read, if all of them were: just after a failover, a member of
   * the replica set may not know yet that the majority has the last ones.
   */
  read(threadId: string, last: number, limit: number, messages: MessageForModel[]): void {
    const known = this.#threads.get(threadId);
    if (known !== undefined && known.last > last) return;
    const first = Math.max(last - limit + 1, 1);
    if (messages.length !== last - first + 1) return;
    this.#threads.set(threadId, { first, last, messages });
  }

  /** Notes messages that this process has stored. */
  stored(messages: MessageDocument[]): void {
    for (const message of messages.toSorted((one, other) => one.seq - other.seq)) this.#add(message);
  }

  #add(message: MessageDocument): void {
    const { thread_id, seq } = message;
    const known = this.#threads.get(thread_id);
    // It may have been read before it is noted here. Another message at its position is one of a store that was restored.
    if (known?.messages.some((each) => each.seq === seq && isSameMessage(each, message))) return;
    if (seq !== (known?.last ?? 0) + 1) {
      this.#threads.delete(thread_id);
      return;
    }
    const first = Math.max(known?.first ?? 1, seq - this.#mostMessages + 1);
    const earlier = (known?.messages ?? []).filter((each) => each.seq >= first);
    this.#threads.set(thread_id, {
      first,
      last: seq,
      messages: [messageForModel(message), ...earlier],
    });
  }
}

/** Whether two messages at one position of a thread are the same. */
export function isSameMessage(one: MessageForModel, other: MessageForModel): boolean {
  return one.run_id === other.run_id && one.role === other.role && one.content === other.content;
}
