import type { clientFor } from '../api/client.ts';
import type { Message } from '../api/schema.ts';

const pageSize = 50;

/** The messages of a thread that are newer than all that were read, and none that are older. */
export async function newMessages(
  client: ReturnType<typeof clientFor>,
  threadId: string,
  isRead: (id: string) => boolean,
  signal: AbortSignal,
): Promise<Message[]> {
  const found: Message[] = [];
  let cursor: string | undefined;
  do {
    const { data: page } = await client.GET('/v1/loom/threads/{thread_id}/messages', {
      params: {
        path: { thread_id: threadId },
        query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
      },
      signal,
    });
    const messages = page?.data ?? [];
    found.push(...messages.filter(({ id }) => !isRead(id)));
    if (messages.some(({ id }) => isRead(id))) break;
    cursor = page?.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
