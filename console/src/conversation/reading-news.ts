import type { QueryClient } from '@tanstack/react-query';
import { isPassing } from '../api/api-error.ts';
import { clientFor } from '../api/client.ts';
import { oneAtATime } from './batches.ts';
import { newMessages } from './new-messages.ts';
import type { ThreadOf, ThreadQueries } from './thread-queries.ts';
import type { ThreadStore } from './thread-store.ts';

/** When what could not be read is read again. */
const againMs = 2000;

/** Reads what is new of a thread's state and messages, again until it could be read. Whatever asks for it, it is done once at a time. */
export function readingNews({
  queryClient,
  queries,
  thread: { threadId, subject },
  store,
  signal,
}: {
  queryClient: QueryClient;
  queries: ThreadQueries;
  thread: ThreadOf;
  store: ThreadStore;
  signal: AbortSignal;
}): () => Promise<void> {
  const client = clientFor({ as: 'playground', subject });
  const read = new Set<string>();
  const readMessages = async (): Promise<void> => {
    const { queryKey } = queries.messages;
    const before = queryClient.getQueryData(queryKey);
    if (before === undefined) return await queryClient.refetchQueries({ queryKey });
    for (const { id } of before.pages.flatMap(({ data }) => data)) read.add(id);
    const messages = await newMessages(client, threadId, (id) => read.has(id), signal);
    for (const { id } of messages) read.add(id);
    if (!signal.aborted) store.read(messages);
  };
  const readNews = oneAtATime(async (): Promise<void> => {
    if (signal.aborted) return;
    await Promise.all([
      queryClient.refetchQueries({ queryKey: queries.thread.queryKey }),
      readMessages().catch((error: unknown) => {
        if (!signal.aborted && isPassing(error)) setTimeout(() => void readNews(), againMs);
      }),
    ]);
  });
  return readNews;
}
