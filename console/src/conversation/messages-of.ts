import type { PageOf } from '../api/page-of.ts';
import type { Message } from '../api/schema.ts';

/** Messages of pages, the newest page first, and others: each once, in their order. */
export function messagesOf(
  pages: readonly PageOf<Message>[] = [],
  others: readonly Message[] = [],
): Message[] {
  const all = [...pages.flatMap(({ data }) => data), ...others];
  return [...new Map(all.map((message) => [message.id, message])).values()].toSorted(
    (one, other) => one.seq - other.seq,
  );
}
