import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientFor, dataOf } from '../api/client.ts';
import type { Message } from '../api/schema.ts';
import type { PageOf } from '../api/page-of.ts';

/** A thread of a subject. */
export interface ThreadOf {
  threadId: string;
  subject: string;
}

/**
 * A thread, together with the ids of the held-call events that had arrived before it was read.
 * @param holds ids of the held-call events that have arrived
 */
export const threadQuery = ({ threadId, subject }: ThreadOf, holds: () => ReadonlySet<string>) =>
  queryOptions({
    queryKey: ['thread', subject, threadId],
    queryFn: async ({ signal }) => {
      const heldBefore = holds();
      const params = { path: { thread_id: threadId } };
      const client = clientFor({ as: 'playground', subject });
      return {
        thread: dataOf(await client.GET('/v1/loom/threads/{thread_id}', { params, signal })),
        heldBefore,
      };
    },
  });

/** The messages of a thread, the newest page first. */
export const messagesQuery = ({ threadId, subject }: ThreadOf) =>
  infiniteQueryOptions({
    queryKey: ['messages', subject, threadId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }): Promise<PageOf<Message>> => {
      const params = { path: { thread_id: threadId }, query: cursor === undefined ? {} : { cursor } };
      const client = clientFor({ as: 'playground', subject });
      const { data } = await client.GET('/v1/loom/threads/{thread_id}/messages', { params, signal });
      if (data === undefined) throw new Error('a success without a body');
      return data;
    },
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    // A message never changes: those that follow are read by themselves.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The queries of a thread. */
export interface ThreadQueries {
  thread: ReturnType<typeof threadQuery>;
  messages: ReturnType<typeof messagesQuery>;
}
